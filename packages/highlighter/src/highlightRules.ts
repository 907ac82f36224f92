/** The styles of highlights: 1 yellow, 2 blue, 3 pink, 4 green. */
export const styles = [1, 2, 3, 4] as const
export type HighlightStyle = (typeof styles)[number]

/** The name of the highlights of a style in `CSS.highlights`, and the class of their marks where it is missing. */
export const nameOf = (style: HighlightStyle) => `nestmark-${style}`

/** Ground and mark of a style, on light and on dark pages. The kind of line differs too: colour is never the only sign. */
const looks = {
  1: { light: ['#F7E7A1', '#806206'], dark: ['#5C4E14', '#DFB956'], line: 'solid' },
  2: { light: ['#C7E3F5', '#2B6C99'], dark: ['#1F4A63', '#7CC0EA'], line: 'dotted' },
  3: { light: ['#F8D3E1', '#A84078'], dark: ['#5F2E44', '#F69FC8'], line: 'dashed' },
  4: { light: ['#CFEBCB', '#2A763F'], dark: ['#2A4F2B', '#83D494'], line: 'double' },
} as const

/**
 * Returns the CSS rules of highlights. They win over those of the page, whose text keeps its colour.
 * @param ground of the page behind its text
 */
export function writeHighlightRules(ground: 'light' | 'dark'): string {
  return styles
    .map(style => {
      const { line, [ground]: look } = looks[style]
      const [background, mark] = look
      const declarations = [
        `background-color: ${background} !important`,
        `text-decoration: underline ${line} ${mark} ${style === 2 ? '2.5px' : '1.5px'} !important`,
        'text-decoration-skip-ink: none !important',
        'text-underline-offset: 4px !important',
      ].join('; ')
      const name = nameOf(style)
      return `::highlight(${name}) { ${declarations} }\nmark.${name} { color: inherit; ${declarations} }`
    })
    .join('\n')
}
