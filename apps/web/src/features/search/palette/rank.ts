import { foldText } from '../../../lib/foldText.ts'

/**
 * Returns how well a name matches the words of a search: 0 when it starts with the first one, 1 when each word is at
 * the start of a word, 2 when one is inside a word; null when one is missing.
 * @param name folded by `foldText`, as are the words
 */
export function rankMatch(name: string, words: readonly string[]): 0 | 1 | 2 | null {
  let areAllAtStart = true
  for (const word of words) {
    const position = name.indexOf(word)
    if (position < 0) return null
    areAllAtStart &&= isAtWordStart(name, word, position)
  }
  if (!areAllAtStart) return 2
  return name.startsWith(words[0] ?? '') ? 0 : 1
}

function isAtWordStart(name: string, word: string, first: number): boolean {
  for (let position = first; position >= 0; position = name.indexOf(word, position + 1))
    if (position === 0 || !/[\p{L}\p{N}]/u.test(name.charAt(position - 1))) return true
  return false
}

/**
 * Returns whether the words are the name of something, or at least its first half: the person types a name that they know.
 * @param name folded by `foldText`, as are the words
 */
export function isNameOf(words: readonly string[], name: string): boolean {
  const typed = words.join(' ')
  return name.startsWith(typed) && typed.length * 2 >= name.length
}

/** Returns the folded words of a search. */
export function toSearchWords(query: string): string[] {
  return foldText(query.trim())
    .split(/\s+/)
    .filter(word => word !== '')
}

/**
 * Returns the items whose name contains each word, the best matches first; equal matches are in their original
 * order, and recent ones come first.
 * @param fold returns the folded name of an item
 * @param recency returns the position of an item in the history, `Infinity` for one that is not in it
 */
export function rankByName<Item>(
  items: Iterable<Item>,
  words: readonly string[],
  fold: (item: Item) => string,
  recency: (item: Item) => number = () => Infinity,
): Item[] {
  const matches: { item: Item; rank: number; recency: number }[] = []
  for (const item of items) {
    const rank = rankMatch(fold(item), words)
    if (rank !== null) matches.push({ item, rank, recency: recency(item) })
  }
  matches.sort((a, b) => a.rank - b.rank || (a.recency < b.recency ? -1 : a.recency > b.recency ? 1 : 0))
  return matches.map(match => match.item)
}
