/** Longest title and description that a page may give, in UTF-16 code units (X03). */
export const maxTitle = 500
export const maxDescription = 2000

// Control characters, bidi marks and overrides, and characters that are never seen: text made of them can show
// another order than it has, or hide a part of itself (X03). Joiners stay: Persian and emoji need them.
const unseen = /[\p{Cc}\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu

/**
 * Makes foreign text fit to be stored and shown: one line, nothing invisible, bounded.
 * @param text anything
 * @param most longest result, in UTF-16 code units
 * @returns '' also when half of it could not be decoded: no text is better than a storm of signs (F13)
 */
export function cleanText(text: unknown, most: number): string {
  if (typeof text !== 'string') return ''
  const line = text
    .slice(0, most * 8)
    .toWellFormed()
    .replace(/\s+/g, ' ')
    .replace(unseen, '')
    .replace(/ {2,}/g, ' ')
    .trim()
  const undecoded = line.split('\ufffd').length - 1
  if (undecoded * 2 >= line.length) return ''
  if (line.length <= most) return line
  // The cut must not leave half of a surrogate pair.
  return `${line.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`
}
