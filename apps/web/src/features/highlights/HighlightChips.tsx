import { formatNumber } from '@nestmark/texts/counts'
import { highlightTexts as texts } from '@nestmark/texts/reading/highlights'
import type { ReactNode } from 'react'
import { classes } from '../../ui/classes.ts'
import { IconSortAscending, IconSortDescending } from '../../ui/icons.ts'
import { ChoiceMenu } from '../../ui/menus/ChoiceMenu.tsx'
import chipCss from '../../ui/fields/Chip.module.css'
import { useHighlightCounts } from './list/counts.ts'
import { PlainEgg } from './list/HighlightEgg.tsx'
import css from './list/HighlightHead.module.css'
import { type HighlightChoice, type HighlightQuery, isNarrowed, styles } from './list/highlightQuery.ts'

const orders = [
  { value: undefined, label: texts.newest, icon: IconSortDescending },
  { value: 2, label: texts.oldest, icon: IconSortAscending },
] as const

/**
 * Shows only highlights of one colour, or with a comment, and sorts the list. The counts are those of the entire library.
 */
export function HighlightChips({
  query,
  onChoose,
}: {
  query: HighlightQuery
  onChoose: (choice: HighlightChoice) => void
}) {
  const counts = useHighlightCounts()
  const { style: shown, hasComment, order } = query
  const choose = (change: Partial<HighlightChoice>) =>
    onChoose({ style: shown, hasComment, order, ...change })
  return (
    <div className={`row wrap g8 mt12 ${chipCss.scrolling}`}>
      <div className={css.filters} role="group" aria-label={texts.filter}>
        <Chip
          isOn={!isNarrowed(query)}
          count={counts?.highlights}
          onClick={() => choose({ style: undefined, hasComment: false })}
        >
          {texts.all}
        </Chip>
        {styles.map(style => (
          <Chip
            key={style}
            isOn={style === shown}
            count={counts?.styles[style - 1]}
            onClick={() => choose({ style: style === shown ? undefined : style })}
          >
            <PlainEgg style={style} />
            {texts.colourOf(style)}
          </Chip>
        ))}
        <span className={chipCss.divider} />
        <Chip
          isOn={hasComment}
          count={counts?.with_comment}
          onClick={() => choose({ hasComment: !hasComment })}
        >
          {texts.withComment}
        </Chip>
      </div>
      <span className="grow" />
      <ChoiceMenu
        label={texts.sort}
        options={orders}
        value={order}
        aria-label={`${texts.sort}: ${order === undefined ? texts.newest : texts.oldest}`}
        onChange={next => choose({ order: next })}
      />
    </div>
  )
}

function Chip({
  isOn,
  count,
  onClick,
  children,
}: {
  isOn: boolean
  count: number | undefined
  onClick: () => void
  children: ReactNode
}) {
  return (
    <button
      type="button"
      className={classes('inline g6 rigid t2', chipCss.chip, isOn && chipCss.chosen)}
      aria-pressed={isOn}
      onClick={onClick}
    >
      {children}
      {count !== undefined && <span className={`num t3 ${chipCss.number}`}>{formatNumber(count)}</span>}
    </button>
  )
}
