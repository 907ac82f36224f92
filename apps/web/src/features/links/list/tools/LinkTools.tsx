import type { Link } from '@nestmark/contract/shapes'
import { linksTexts as texts } from '@nestmark/texts/links/links'
import type { ReactNode } from 'react'
import type { Selection } from '../../../../lib/lists/selection.ts'
import { classes } from '../../../../ui/classes.ts'
import { SearchField } from '../../../../ui/fields/SearchField.tsx'
import { Segmented } from '../../../../ui/fields/Segmented.tsx'
import { SelectModeButton } from '../../../../ui/lists/SelectModeButton.tsx'
import type { LinkQuery } from '../../listQuery.ts'
import { LinkFilter } from './LinkFilter.tsx'
import { LinkSort, LinkViewSwitch } from './LinkSort.tsx'
import { overlays } from '../../../../lib/overlays/overlay.ts'
import { useHotkeys } from '../../../../lib/focus/hotkeys.ts'
import { IconGridDots, IconSquare } from '../../../../ui/icons.ts'
import { useView } from '../../../session/data.ts'
import css from './DensitySlider.module.css'
import { useDensity } from '../layout/density.ts'

/** Whether a list shows the entire library or only the links directly in the root. */
export type LinkScope = 'all' | 'uncategorized'

export interface LinkToolsProps {
  query: LinkQuery
  onQuery: (change: Partial<LinkQuery>) => void
  selection: Selection<Link>
  canSelect?: boolean
  /** Every link of the list is a favourite, so that filter is not offered. */
  allFavourites?: boolean
  /** Offers the manual order, because all links are in one collection. */
  canSortByHand?: boolean
  /** Offers the choice between all links and those directly in the root. */
  scope?: { value: LinkScope; onChange: (scope: LinkScope) => void }
  /** Shows in the search field what it searches. */
  searchMark?: ReactNode
  /** The placeholder of the search field, where it is not its name. */
  searchHint?: string | undefined
  /** The tools fill an entire line. */
  wide?: boolean
  /** Additional tools before the sort menu. */
  children?: ReactNode
}

export const linkScopes = [
  { value: 'all', label: texts.scopeAll },
  { value: 'uncategorized', label: texts.scopeLoose },
] as const

/** The search field, sort menu, view switch and select button of a link list. */
export function LinkTools({
  query,
  onQuery,
  selection,
  canSelect = true,
  allFavourites,
  canSortByHand,
  scope,
  searchMark,
  searchHint,
  wide,
  children,
}: LinkToolsProps) {
  return (
    <div className={classes('row g8 min0', wide && 'grow')}>
      {scope && <Segmented label={texts.scope} options={linkScopes} {...scope} />}
      <SearchField
        label={texts.search}
        value={query.input}
        hint={searchHint}
        mark={searchMark}
        wide={wide}
        onChange={input => onQuery({ input })}
      />
      {wide && <span className="grow" />}
      {children}
      <LinkFilter query={query} onQuery={onQuery} allFavourites={allFavourites} />
      <LinkSort query={query} onQuery={onQuery} canSortByHand={canSortByHand} />
      <DensitySlider />
      <LinkViewSwitch />
      {canSelect && <SelectModeButton selection={selection} />}
    </div>
  )
}

/** Changes the number of columns of a grid or mosaic. The keys [ and ] do the same. Not shown for a list. */
function DensitySlider() {
  const { view } = useView()
  const { step, lastStep, setStep } = useDensity()
  const hasCards = view.links !== 2
  const onKey = (change: number) => () => {
    if (hasCards && overlays.get().length === 0) setStep(step + change)
  }
  useHotkeys({ '[': onKey(-1), ']': onKey(1) })
  if (!hasCards) return null
  return (
    <label className={`row g8 t3 ${css.slider}`} data-tip={texts.density}>
      <IconGridDots className="i s14" />
      <input
        type="range"
        aria-label={texts.density}
        aria-valuetext={texts.densitySteps[step]}
        aria-keyshortcuts="[ ]"
        min={0}
        max={lastStep}
        value={step}
        onChange={event => setStep(event.currentTarget.valueAsNumber)}
      />
      <IconSquare className="i s14" />
    </label>
  )
}
