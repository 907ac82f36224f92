/** The colours of a page that a person chose. Contrast is that of WCAG 2.2, from 1 to 21. */

/** The least contrast of text (WCAG 2.2, 1.4.3), and of the edges of controls (1.4.11). */
export const textContrast = 4.5
const edgeContrast = 3

/** What a page has when nothing is chosen for it. */
export const defaultColours = { accent: '#0b6a7c', paper: '#fbfaf8' } as const

/** The colours of a page, each as `#rrggbb`. */
export interface Palette {
  /** The text is lighter than the paper. */
  isDark: boolean
  paper: string
  /** The ground of the footer and of what has no picture. */
  canvas: string
  /** Texts, each paler than the one before. */
  inks: readonly [string, string, string]
  /** A faint line, and the edge of a control. */
  line: string
  edge: string
  accent: string
  /** Text on the accent. */
  onAccent: string
}

/** Returns a colour as `#rrggbb` in lower case; also of `#rgb` and without `#`. Null for anything else. */
export function toColour(typed: string): string | null {
  const [, digits = ''] = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(typed.trim()) ?? []
  if (!digits) return null
  const full = digits.length === 3 ? [...digits].map(digit => digit + digit).join('') : digits
  return `#${full.toLowerCase()}`
}

type Channels = readonly [red: number, green: number, blue: number]

const toChannels = (colour: string): Channels => {
  const at = (start: number) => Number.parseInt(colour.slice(start, start + 2), 16)
  return [at(1), at(3), at(5)]
}

/** Returns the relative luminance of a colour (https://www.w3.org/TR/WCAG22/#dfn-relative-luminance), 0 to 1. */
function luminanceOf(colour: string): number {
  const linear = (channel: number) => {
    const value = channel / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  const [red, green, blue] = toChannels(colour)
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

/** Returns the contrast of two colours (https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio), 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [a, b] = [luminanceOf(one), luminanceOf(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

/** @param percent how much of the second colour is in the mixture */
function mix(one: string, other: string, percent: number): string {
  const [to, from] = [toChannels(other), toChannels(one)]
  const channels = from.map((channel, at) =>
    Math.round(channel + (((to[at] ?? 0) - channel) * percent) / 100),
  )
  return `#${channels.map(channel => channel.toString(16).padStart(2, '0')).join('')}`
}

const black = '#000000'
const white = '#ffffff'

/** Returns black or white: the one with more contrast, which is always at least 4.58. */
const inkOn = (ground: string) => (contrastOf(black, ground) >= contrastOf(white, ground) ? black : white)

/** Returns the colour that is nearest to one and can be read on a ground: itself, or darker or lighter. */
export function toReadable(colour: string, ground: string): string {
  for (let percent = 0; percent < 100; percent += 2)
    for (const pole of [black, white]) {
      const mixed = mix(colour, pole, percent)
      if (contrastOf(mixed, ground) >= textContrast) return mixed
    }
  return inkOn(ground)
}

/** Returns the palest mixture of an ink and its ground that keeps a contrast; the ink itself when none does. */
function fade(ink: string, ground: string, least: number): string {
  for (let percent = 90; percent > 0; percent -= 2) {
    const mixed = mix(ink, ground, percent)
    if (contrastOf(mixed, ground) >= least) return mixed
  }
  return ink
}

/**
 * Returns all colours of a page from its two, so that every text can be read. An accent that cannot be read on the paper becomes darker
 * or lighter.
 * @param accent, paper as `toColour` returns them; '' for the usual ones
 */
export function createPalette(chosen: { accent: string; paper: string }): Palette {
  const paper = chosen.paper || defaultColours.paper
  const ink = inkOn(paper)
  const tinted = mix(paper, ink, 5)
  const canvas = contrastOf(ink, tinted) >= textContrast ? tinted : paper
  const accent = toReadable(chosen.accent || defaultColours.accent, paper)
  return {
    isDark: ink === white,
    paper,
    canvas,
    // The canvas has less contrast than the paper.
    inks: [fade(ink, canvas, 13), fade(ink, canvas, 8), fade(ink, canvas, textContrast)],
    line: mix(paper, ink, 10),
    edge: fade(ink, paper, edgeContrast),
    accent,
    onAccent: inkOn(accent),
  }
}
