import type { HighlightStyle } from '@nestmark/contract/reading/highlightShapes'
import { highlightTexts as texts } from '@nestmark/texts/reading/highlights'
import type { SVGProps } from 'react'
import type { Icon } from '../../../ui/fields/Button.tsx'

/** The mark of a highlight: an egg in its colour; dashed without one. */
function Egg({ style, ...rest }: Omit<SVGProps<SVGSVGElement>, 'style'> & { style?: HighlightStyle }) {
  return (
    <svg viewBox="0 0 13 15" width="13" height="15" {...rest}>
      <path
        d="M.75 8.7a5.75 7.95 0 0 1 11.5 0a5.75 5.55 0 0 1-11.5 0z"
        fill={style ? `var(--hl${style})` : 'none'}
        stroke={`var(--hs${style ?? ''})`}
        strokeWidth="1.5"
        strokeDasharray={style ? undefined : '2.5 2'}
      />
    </svg>
  )
}

/** Shows the colour of a highlight, with its name for screen readers. */
export function HighlightEgg({
  style,
  className,
}: {
  style: HighlightStyle
  className?: string | undefined
}) {
  return <Egg style={style} className={className} role="img" aria-label={texts.colourOf(style)} />
}

/** The mark of a highlight that has no place on the page. */
export const EmptyEgg = ({ className }: { className?: string | undefined }) => (
  <Egg className={className} aria-hidden="true" />
)

/** Shows a colour next to its name. */
export const PlainEgg = ({ style }: { style: HighlightStyle }) => <Egg style={style} aria-hidden="true" />

const createIcon =
  (style: HighlightStyle): Icon =>
  props => <Egg style={style} aria-hidden="true" {...(props as object)} />

/** The colours as icons of a menu. */
export const eggIcons: Record<HighlightStyle, Icon> = {
  1: createIcon(1),
  2: createIcon(2),
  3: createIcon(3),
  4: createIcon(4),
}
