import { brokenLinkTexts as texts } from '@nestmark/texts/links/brokenLinks'
import { formatNumber } from '@nestmark/texts/counts'
import { toDisplayName } from '../collections/data.ts'
import chipCss from '../../ui/fields/Chip.module.css'
import { classes } from '../../ui/classes.ts'
import { IconChevronDown } from '../../ui/icons.ts'
import { ChoiceMenu } from '../../ui/menus/ChoiceMenu.tsx'
import css from './BrokenHead.module.css'
import { stateIcons, stateTones } from './describeStatus.ts'
import { type BrokenFilter, states } from './sections.ts'

/** Shows one section in full, or only the links of a collection. */
export function BrokenChips({
  filter,
  counts,
  onFilter,
  place,
  places,
  onPlace,
}: {
  filter: BrokenFilter
  counts: Record<BrokenFilter, number>
  onFilter: (filter: BrokenFilter) => void
  /** The collection whose links are shown; null for all. */
  place: string | null
  places: readonly { id: string; name: string; count: number }[]
  onPlace: (id: string | null) => void
}) {
  const chip = (value: BrokenFilter) => {
    const Glyph = value === 'all' ? null : stateIcons[value]
    const isOn = filter === value
    return (
      <button
        key={value}
        type="button"
        className={classes('inline g6 rigid t1', chipCss.chip, isOn && chipCss.chosen)}
        aria-pressed={isOn}
        onClick={() => onFilter(isOn ? 'all' : value)}
      >
        {Glyph && <Glyph className={`i s14 ${stateTones[value] ?? 't3'}`} />}
        {value === 'all' ? texts.all : value === 'ignored' ? texts.ignored : texts.sections[value].title}
        <span className={`num t2 w450 ${chipCss.number}`}>{formatNumber(counts[value])}</span>
      </button>
    )
  }
  const chosen = places.find(each => each.id === place)
  return (
    <div className={`row g12 mt8 ${chipCss.scrolling}`}>
      <div className={`row grow wrap g8 ${css.chips}`} role="group" aria-label={texts.filter}>
        {chip('all')}
        {states.filter(state => counts[state] > 0 || filter === state).map(chip)}
        {(counts.ignored > 0 || filter === 'ignored') && (
          <>
            <span className={`${chipCss.divider} ${css.divider}`} />
            {chip('ignored')}
          </>
        )}
      </div>
      {(places.length > 1 || place !== null) && (
        <ChoiceMenu<string | null>
          label={texts.filterCollection}
          options={[
            { value: null, label: texts.allCollections },
            ...places.slice(0, 100).map(({ id, name, count }) => ({
              value: id,
              label: `${toDisplayName(name)} ${formatNumber(count)}`,
            })),
          ]}
          value={place}
          onChange={onPlace}
          iconAfter={IconChevronDown}
          className={css.places}
        >
          {chosen ? toDisplayName(chosen.name) : texts.allCollections}
        </ChoiceMenu>
      )}
    </div>
  )
}
