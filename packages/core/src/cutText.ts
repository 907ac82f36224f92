/**
 * Cuts a text to at most so many UTF-16 units, never within a character: half a surrogate pair is no text.
 * @param most length in UTF-16 units
 */
export function cutText(text: string, most: number): string {
  return text.slice(0, most).replace(/[\ud800-\udbff]$/, '')
}
