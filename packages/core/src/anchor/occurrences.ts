import { type Steps, stepSize } from './steps.ts'
import { countFreeSpellings, isSameWord } from './sameWord.ts'
import type { WordIndex } from './wordIndex.ts'

/** A search compares at most this many words for each word of the text: texts of a few repeated words end here. */
const comparisons = 4

/**
 * Finds the places of a sequence of words, in which some may be spelt otherwise (`isSameWord`). Calls `found` with the
 * number of the first word of each, at most once for each and in no order. Ends early in texts that repeat a few words.
 * @param spellings the number of words that may be spelt otherwise
 */
export function* findWords(
  index: WordIndex,
  words: readonly string[],
  found: (first: number) => void,
  spellings = countFreeSpellings(words.length),
): Steps<void> {
  const ids = words.map(word => index.find(word))
  const known = [...ids.entries()].filter((entry): entry is [number, number] => entry[1] !== undefined)
  const free = spellings - (words.length - known.length)
  if (free < 0) return
  // One more of the rarest words than may differ: each place has one of them as it is.
  const pivots = known
    .sort(([, a], [, b]) => index.places(a).length - index.places(b).length)
    .slice(0, free + 1)
  let left = comparisons * index.count + stepSize
  let steps = 0
  for (const [pivot, [at, id]] of pivots.entries()) {
    const earlier = pivots.slice(0, pivot)
    for (const place of index.places(id)) {
      const first = place - at
      if (first < 0 || first + words.length > index.count) continue
      if (earlier.some(([other, otherId]) => index.ids[first + other] === otherId)) continue
      const compared = compareWords(index, first, words, ids, spellings)
      if (compared === words.length) found(first)
      left -= compared + 1
      if (left < 0) return
      steps += compared + 64
      if (steps < stepSize) continue
      steps = 0
      yield
    }
  }
}

/** Returns how many words from a place on are those of a sequence. */
function compareWords(
  index: WordIndex,
  first: number,
  words: readonly string[],
  ids: readonly (number | undefined)[],
  spellings: number,
): number {
  let free = spellings
  for (let at = 0; at < words.length; at++) {
    const id = index.ids[first + at] ?? 0
    if (id === ids[at]) continue
    if (free === 0 || !isSameWord(words[at] ?? '', index.words[id] ?? '')) return at
    free--
  }
  return words.length
}
