import type { HighlightStyle } from '@nestmark/contract/highlightShapes'
import { formatNumber } from '@nestmark/texts/counts'
import { highlightTexts as texts } from '@nestmark/texts/highlights'
import type { ReactNode } from 'react'
import { classes } from '../../ui/classes.ts'
import { useHighlightCounts } from './counts.ts'
import { PlainEgg } from './HighlightEgg.tsx'
import css from './HighlightHead.module.css'
import { type HighlightQuery, isNarrowed, styles } from './highlightQuery.ts'

/** Shows only highlights of one colour, or with a comment. The counts are those of the entire library. */
export function HighlightChips({
  query,
  onFilter,
}: {
  query: HighlightQuery
  onFilter: (filter: { style: HighlightStyle | undefined; hasComment: boolean }) => void
}) {
  const counts = useHighlightCounts()
  const { style: shown, hasComment } = query
  return (
    <div className={css.chips} role="group" aria-label={texts.filter}>
      <Chip
        isOn={!isNarrowed(query)}
        count={counts?.highlights}
        onClick={() => onFilter({ style: undefined, hasComment: false })}
      >
        {texts.all}
      </Chip>
      {styles.map(style => (
        <Chip
          key={style}
          isOn={style === shown}
          count={counts?.styles[style - 1]}
          onClick={() => onFilter({ style: style === shown ? undefined : style, hasComment })}
        >
          <PlainEgg style={style} />
          {texts.colourOf(style)}
        </Chip>
      ))}
      <span className={css.divider} />
      <Chip
        isOn={hasComment}
        count={counts?.with_comment}
        onClick={() => onFilter({ style: shown, hasComment: !hasComment })}
      >
        {texts.withComment}
      </Chip>
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
      className={classes(css.chip, isOn && css.chosen)}
      aria-pressed={isOn}
      onClick={onClick}
    >
      {children}
      {count !== undefined && <span className={`num ${css.number}`}>{formatNumber(count)}</span>}
    </button>
  )
}
