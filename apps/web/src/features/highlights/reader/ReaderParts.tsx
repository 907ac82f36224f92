import type { Highlight } from '@nestmark/contract/reading/highlightShapes'
import { readerHighlightTexts as texts } from '@nestmark/texts/reading/highlightsInReader'
import { IconButton } from '../../../ui/fields/Button.tsx'
import { IconHighlight } from '../../../ui/icons.ts'
import { Kbd } from '../../../ui/menus/Kbd.tsx'
import { HighlightEgg } from '../list/HighlightEgg.tsx'
import type { Box } from './readerPlacement.ts'
import css from './ReaderParts.module.css'

/** More are a number. */
const maxEggs = 6

/** The button that shows and hides the highlights. */
export function HighlightsTool({ isShown, onToggle }: { isShown: boolean; onToggle: () => void }) {
  return (
    <IconButton
      icon={IconHighlight}
      label={isShown ? texts.hide : texts.show}
      active={isShown}
      aria-pressed={isShown}
      onClick={onToggle}
    />
  )
}

/** Shows highlights as small eggs, where there is no room for more. */
export function SmallEggs({ highlights }: { highlights: readonly Highlight[] }) {
  const { length } = highlights
  if (length === 0) return null
  return (
    <span className={`row t3 rigid ${css.eggs}`} role="img" aria-label={texts.total(length)}>
      {highlights.slice(0, maxEggs).map(({ _id: id, style }) => (
        <HighlightEgg key={id} style={style} className={css.egg} />
      ))}
      {length > maxEggs && texts.more(length - maxEggs)}
    </span>
  )
}

/** Shows which highlight is the current one. @param index -1 without one */
export function HighlightPosition({ index, total }: { index: number; total: number }) {
  if (total === 0) return null
  return (
    <span className={`row g6 ${css.position}`}>
      <Kbd keys={['P', 'N']} />
      <span className="num" role="status">
        {index < 0 ? texts.total(total) : texts.position(index + 1, total)}
      </span>
    </span>
  )
}

/** Draws a line around the current highlight. */
export function HighlightRing({ lines }: { lines: readonly Box[] }) {
  return (
    <div className={css.overlay} aria-hidden="true">
      {lines.map(({ left, top, right, bottom }) => (
        <span
          key={top}
          className={css.ring}
          style={{ left, top, width: right - left, height: bottom - top }}
        />
      ))}
    </div>
  )
}
