import { formatNumber } from '@nestmark/texts/counts'
import { highlightTexts as texts } from '@nestmark/texts/reading/highlights'
import type { ReactNode } from 'react'
import { classes } from '../../ui/classes.ts'
import { useHighlightCounts } from './list/counts.ts'
import { PlainEgg } from './list/HighlightEgg.tsx'
import css from './list/HighlightHead.module.css'
import { type HighlightChoice, type HighlightQuery, isNarrowed, styles } from './list/highlightQuery.ts'
import { HighlightSort } from './list/HighlightSort.tsx'

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
    <div className={`row wrap g8 mt12 ${css.chips}`}>
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
        <span className={css.divider} />
        <Chip
          isOn={hasComment}
          count={counts?.with_comment}
          onClick={() => choose({ hasComment: !hasComment })}
        >
          {texts.withComment}
        </Chip>
      </div>
      <span className="grow" />
      <HighlightSort order={order} onOrder={next => choose({ order: next })} />
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
      className={classes('inline g6 rigid t2', css.chip, isOn && css.chosen)}
      aria-pressed={isOn}
      onClick={onClick}
    >
      {children}
      {count !== undefined && <span className={`num t3 ${css.number}`}>{formatNumber(count)}</span>}
    </button>
  )
}
