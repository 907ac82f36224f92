/** Maximum length of a title and a description, in UTF-16 code units (X03). */
export const maxTitle = 500
export const maxDescription = 2000

// Control characters, bidi marks and overrides, and invisible characters, with which a text can display in
// another order or hide a part (X03). Joiners are allowed: Persian and emoji need them.
const invisibleCharacters =
  /[\p{Cc}\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu

/**
 * Cleans external text for storage and display: one line, no invisible characters, limited length.
 * @param text any value
 * @param max maximum length of the result, in UTF-16 code units
 * @returns '' also when half of it could not be decoded: no text is better than replacement characters (F13)
 */
export function cleanText(text: unknown, max: number): string {
  if (typeof text !== 'string') return ''
  const line = text
    .slice(0, max * 8)
    .toWellFormed()
    .replace(/\s+/g, ' ')
    .replace(invisibleCharacters, '')
    .replace(/ {2,}/g, ' ')
    .trim()
  const undecoded = line.split('\ufffd').length - 1
  if (undecoded * 2 >= line.length) return ''
  if (line.length <= max) return line
  // Truncation must not split a surrogate pair.
  return `${line.slice(0, max - 1).replace(/[\ud800-\udbff]$/, '')}…`
}
