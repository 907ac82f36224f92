import { limits } from '../limits.ts'

/** The letters and digits of words, and the escapes of addresses. */
const wordCharacter = String.raw`[\p{L}\p{N}\p{M}%]`
const wordBegin = new RegExp(`^${wordCharacter}`, 'u')
const wordAtEnd = new RegExp(`${wordCharacter}+$`, 'u')

/**
 * Cuts the text of a search that is too long. A word that would be cut is left out: an index may have no word that begins
 * like it, such as for a long one, which no index has.
 */
export function cutSearchText(input: string): string {
  const cut = input.slice(0, limits.searchInput)
  if (!wordBegin.test(input.slice(cut.length))) return cut
  const whole = cut.replace(wordAtEnd, '')
  return /[\p{L}\p{N}]/u.test(whole) ? whole : cut
}
