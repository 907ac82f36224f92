import type { Link } from '@nestmark/contract/shapes'
import { searchTexts as texts } from '@nestmark/texts/search/search'
import { useIsOffline } from '../../../lib/connection.ts'
import { usePhone } from '../../../lib/media/media.ts'
import type { Selection } from '../../../lib/lists/selection.ts'
import { IconButton } from '../../../ui/fields/Button.tsx'
import { IconFileExport, IconSortAscending, IconSortDescending } from '../../../ui/icons.ts'
import { SectionHead } from '../../../ui/page/Section.tsx'
import { SelectModeButton } from '../../../ui/lists/SelectModeButton.tsx'
import { LinkViewSwitch } from '../../links/list/tools/LinkSort.tsx'
import { type Search, toSearchPath } from '../searchUrl.ts'
import { assertDefined } from '@nestmark/core/assertDefined'
import { linksTexts } from '@nestmark/texts/links/links'
import { useNavigate } from '../../../lib/router/location.ts'
import { ChoiceMenu } from '../../../ui/menus/ChoiceMenu.tsx'

/** The title of the links of a search, with their count, order, view, export and select mode. */
export function LinkResultsHead({
  search,
  total,
  isLimited,
  isRanked,
  selection,
  isWaiting,
  onExport,
}: {
  search: Search
  total: number | undefined
  isLimited: boolean
  isRanked: boolean
  selection: Selection<Link>
  isWaiting: boolean
  onExport: () => void
}) {
  const phone = usePhone()
  const disabled = useIsOffline() || isWaiting || !total
  return (
    // On the phone the line above has the count, and the tools use its space.
    <SectionHead small title={texts.links} {...(!phone && { count: total, countMore: isLimited })}>
      {/* With a gap of 6 px the tools do not fit next to the heading of a phone until the font is loaded. */}
      <div className={`row ${phone ? 'g4' : 'g10'}`}>
        <SearchSort search={search} ranked={isRanked} />
        <LinkViewSwitch />
        {/* There is no space on the phone: the bar of selected links has it too. */}
        {!phone && (
          <IconButton label={texts.export} icon={IconFileExport} disabled={disabled} onClick={onExport} />
        )}
        <SelectModeButton selection={selection} disabled={isWaiting} iconOnly={phone} />
      </div>
    </SectionHead>
  )
}

const orders = [
  { value: undefined, label: texts.best, short: texts.best, icon: IconSortDescending },
  { value: 1, label: texts.newest, short: linksTexts.newestShort, icon: IconSortDescending },
  { value: 2, label: texts.oldest, short: linksTexts.oldestShort, icon: IconSortAscending },
] as const

/** Sorts by relevance or by date. Results without a text query have no relevance; their default is newest first. */
function SearchSort({ search, ranked }: { search: Search; ranked: boolean }) {
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
