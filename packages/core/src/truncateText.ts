/**
 * Truncates a text to a maximum length, never within a character: half a surrogate pair is not valid text.
 * @param most maximum length in UTF-16 code units
 */
export function truncateText(text: string, most: number): string {
  return text.slice(0, most).replace(/[\ud800-\udbff]$/, '')
}
