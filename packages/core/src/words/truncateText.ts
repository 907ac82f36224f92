/**
 * Truncates a text to a maximum length, never within a character: half a surrogate pair is not valid text.
 * @param max maximum length in UTF-16 code units
 */
export function truncateText(text: string, max: number): string {
  return text.slice(0, max).replace(/[\ud800-\udbff]$/, '')
}
