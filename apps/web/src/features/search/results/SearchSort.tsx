import { assertDefined } from '@nestmark/core/assertDefined'
import { linksTexts } from '@nestmark/texts/links/links'
import { searchTexts as texts } from '@nestmark/texts/search/search'
import { useNavigate } from '../../../lib/router/location.ts'
import { usePhone } from '../../../lib/media/media.ts'
import { Button } from '../../../ui/fields/Button.tsx'
import { IconSortAscending, IconSortDescending } from '../../../ui/icons.ts'
import { Menu } from '../../../ui/menus/Menu.tsx'
import { type Search, toSearchPath } from '../searchUrl.ts'

const orders = [
  { order: undefined, label: texts.best, short: texts.best, icon: IconSortDescending },
  { order: 1, label: texts.newest, short: linksTexts.newestShort, icon: IconSortDescending },
  { order: 2, label: texts.oldest, short: linksTexts.oldestShort, icon: IconSortAscending },
] as const

/** Sorts by relevance or by date. Results without a text query have no relevance; their default is newest first. */
export function SearchSort({ search, ranked }: { search: Search; ranked: boolean }) {
  const navigate = useNavigate()
  const phone = usePhone()
  const choices = ranked ? orders : orders.slice(1)
  const current = choices.find(each => each.order === search.order) ?? assertDefined(choices[0])
  return (
    <Menu
      label={texts.sort}
      items={choices.map(({ order, label, icon }) => ({
        label,
        icon,
        checked: order === current.order,
        run: () => void navigate(toSearchPath({ ...search, order }), { replace: true }),
      }))}
    >
      {trigger => (
        <Button {...trigger} size="sm" icon={current.icon}>
          {phone ? current.short : current.label}
        </Button>
      )}
    </Menu>
  )
}
