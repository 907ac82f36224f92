import type { HighlightStyle } from '@nestmark/contract/reading/highlightShapes'
import { highlightTexts } from '@nestmark/texts/reading/highlights'
import { readerHighlightTexts as texts } from '@nestmark/texts/reading/highlightsInReader'
import { classes } from '../../ui/classes.ts'
import { eggIcons } from './list/HighlightEgg.tsx'
import css from './HighlightColours.module.css'
import { styles } from './list/highlightQuery.ts'

/** Buttons for the four colours. */
export function HighlightColours({
  current,
  className,
  onPick,
}: {
  /** The colour of the highlight; none for words that are not highlighted yet. */
  current?: HighlightStyle
  className?: string | undefined
  onPick: (style: HighlightStyle) => void
}) {
  return (
    <span role="group" aria-label={texts.colours} className={classes('inline', className)}>
      {styles.map(style => {
        const Egg = eggIcons[style]
        const name = highlightTexts.colourOf(style)
        return (
          <button
            key={style}
            type="button"
            className={`centre ${css.colour}`}
            aria-label={current === undefined ? texts.highlightIn(name) : name}
            aria-pressed={current === undefined ? undefined : current === style}
            aria-keyshortcuts={String(style)}
            data-tip={name}
            onClick={() => onPick(style)}
          >
            <Egg className={css.egg} />
          </button>
        )
      })}
    </span>
  )
}
