import { assertDefined } from '@nestmark/core/assertDefined'
import { linksTexts } from '@nestmark/texts/links/links'
import { searchTexts as texts } from '@nestmark/texts/search/search'
import { useNavigate } from '../../../lib/router/location.ts'
import { usePhone } from '../../../lib/media/media.ts'
import { IconSortAscending, IconSortDescending } from '../../../ui/icons.ts'
import { ChoiceMenu } from '../../../ui/menus/ChoiceMenu.tsx'
import { type Search, toSearchPath } from '../searchUrl.ts'

const orders = [
  { value: undefined, label: texts.best, short: texts.best, icon: IconSortDescending },
  { value: 1, label: texts.newest, short: linksTexts.newestShort, icon: IconSortDescending },
  { value: 2, label: texts.oldest, short: linksTexts.oldestShort, icon: IconSortAscending },
] as const

/** Sorts by relevance or by date. Results without a text query have no relevance; their default is newest first. */
export function SearchSort({ search, ranked }: { search: Search; ranked: boolean }) {
  const navigate = useNavigate()
  const phone = usePhone()
  const choices = ranked ? orders : orders.slice(1)
  const current = choices.find(each => each.value === search.order) ?? assertDefined(choices[0])
  return (
    <ChoiceMenu
      label={texts.sort}
      options={choices}
      value={current.value}
      onChange={order => void navigate(toSearchPath({ ...search, order }), { replace: true })}
    >
      {phone && current.short}
    </ChoiceMenu>
  )
}
