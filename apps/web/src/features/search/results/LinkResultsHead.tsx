import type { Link } from '@nestmark/contract/shapes'
import { searchTexts as texts } from '@nestmark/texts/search/search'
import { useIsOffline } from '../../../lib/connection.ts'
import { usePhone } from '../../../lib/media/media.ts'
import type { Selection } from '../../../lib/lists/selection.ts'
import { IconButton } from '../../../ui/fields/Button.tsx'
import { IconFileExport } from '../../../ui/icons.ts'
import { SectionHead } from '../../../ui/page/Section.tsx'
import { SelectModeButton } from '../../../ui/lists/SelectModeButton.tsx'
import { LinkViewSwitch } from '../../links/list/tools/LinkSort.tsx'
import { SearchSort } from './SearchSort.tsx'
import type { Search } from '../searchUrl.ts'

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
