import { type Steps, stepSize } from './steps.ts'
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

/**
 * Returns whether two different words are one word in two spellings: `seperate` and `separate`, `organise` and
 * `organize`, `goverment` and `government`. One letter may differ in words of at least six letters.
 *
 * One letter often makes another word, so these limits err towards 'another word':
 * - Only words in lower case of the letters a to z: a name with another letter is another person, and in other alphabets
 *   and with accents one letter turns nine into ten (девять, десять), sixteen into seventeen (tizenhat, tizenhét), were
 *   into would be (wurden, würden), or a verb into its negation (Hebrew, Korean).
 * - The first three and the last letter are the same. Negation is at the start (atypical, nekada and nikada), and the form
 *   of a word at its end (employer, employee).
 * - The letter is gained or lost, or a vowel for a vowel, or one of s, z and c for another: sesenta and setenta are sixty
 *   and seventy. The letter m is never gained or lost: it negates in Turkish (biliyorum, bilmiyorum).
 */
export function isSameWord(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  if (short.length < 6 || long.length - short.length > 1) return false
  if (!plain.test(short) || !plain.test(long)) return false
  let at = 0
  while (at < short.length && short[at] === long[at]) at++
  if (at < 3 || at >= short.length) return false
  const isGained = long.length > short.length
  if (short.slice(isGained ? at : at + 1) !== long.slice(at + 1)) return false
  if (isGained) return long[at] !== 'm'
  const pair = [short.charAt(at), long.charAt(at)]
  return at < short.length - 1 && [/[aeiouy]/, /[szc]/].some(kind => pair.every(each => kind.test(each)))
}

/** Words longer than 64 characters are parts of what is no word. */
const plain = /^[a-z]{6,63}$/

/** Returns how many words of a quote may be spelt otherwise. In a short one each word counts. */
function countFreeSpellings(words: number): number {
  return words < 5 ? 0 : Math.min(Math.ceil(words / 10), 3)
}
