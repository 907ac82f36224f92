import { contextLength } from './anchor.ts'
import { findWords } from './occurrences.ts'
import { type Steps, stepSize } from './steps.ts'
import type { SearchableText, WordIndex } from './wordIndex.ts'
import type { WantedQuote } from './wantedQuote.ts'
import { listWords } from './words.ts'

/** Other words at the place of a quote. */
export interface Change {
  start: number
  end: number
  text: string
}

/** So much of a context is compared, the nearest words. A character of a script without spaces counts as two. */
const contextWeight = 20
/** Less of a context may be anywhere: 'of the'. */
const minContextWeight = 8
/** The places of a context that are looked at. */
const maxPlaces = 1000
/** The most characters of new words. */
const maxLength = 10_000

/** A range of words: the first, and the one after the last. */
interface WordRange {
  first: number
  end: number
}

/**
 * Finds the words that are now where a quote was: between the words before and after it, or, where only one side is left,
 * next to it, if at least half of the words of the quote are among them.
 */
export function* findChange(source: SearchableText, wanted: WantedQuote): Steps<Change | null> {
  const index = yield* source.readWords()
  const before = nearestWords(wanted, 'before')
  const after = nearestWords(wanted, 'after')
  const befores = (yield* listPlaces(index, before)).map(place => place + before.length)
  const afters = yield* listPlaces(index, after)
  const between = findBetween(index, befores, afters, wanted)
  const range = between ?? (yield* findBeside(index, befores, afters, wanted))
  // Nothing is left between what was before and after it.
  if (!range || range.first === range.end) return null
  const start = index.starts[range.first] ?? 0
  const end = Math.min(index.ends[range.end - 1] ?? 0, start + maxLength)
  return { start, end, text: source.text.slice(start, end).toWellFormed() }
}

/** Returns the words next to the complete words of a quote. */
function nearestWords({ prefix, suffix, edges }: WantedQuote, side: 'before' | 'after'): string[] {
  const isBefore = side === 'before'
  const context = isBefore
    ? prefix.slice(0, prefix.length - edges.before.length)
    : suffix.slice(edges.after.length)
  const words = listWords(context)
  // The outermost word is cut where the context has its full length.
  const isCut = (isBefore ? prefix : suffix).length >= contextLength - 1 && words.length > 1
  if (isBefore) words.reverse()
  if (isCut) words.pop()
  let weight = 0
  const nearest = words.filter(word => {
    const isNear = weight < contextWeight
    weight += weigh(word)
    return isNear
  })
  return isBefore ? nearest.toReversed() : nearest
}

const weigh = (word: string) => Math.max(word.length, 2)

function* listPlaces(index: WordIndex, words: readonly string[]): Steps<number[]> {
  if (words.reduce((sum, word) => sum + weigh(word), 0) < minContextWeight) return []
  const places: number[] = []
  yield* findWords(index, words, first => places.length < maxPlaces && places.push(first), 0)
  return places.sort((a, b) => a - b)
}

/** Returns the words between the context before and the one after, the pair that is nearest to the position. */
function findBetween(
  index: WordIndex,
  befores: readonly number[],
  afters: readonly number[],
  { words, start }: WantedQuote,
): WordRange | null {
  const maxWords = 2 * words.length + 20
  let best: (WordRange & { distance: number }) | null = null
  for (const [at, first] of befores.entries()) {
    const end = afters.find(each => each >= first)
    const isLast = (befores[at + 1] ?? Infinity) > (end ?? Infinity)
    if (end === undefined || end - first > maxWords || !isLast) continue
    const distance = Math.abs((index.starts[first] ?? 0) - (start || 0))
    if (!best || distance < best.distance) best = { first, end, distance }
  }
  return best
}

/** Returns the words next to the context of one side, from the first to the last that the quote has too. */
function* findBeside(
  index: WordIndex,
  befores: readonly number[],
  afters: readonly number[],
  { words }: WantedQuote,
): Steps<WordRange | null> {
  const wanted = new Set(words.map(word => index.find(word)))
  const different = new Set(words).size
  const room = Math.ceil(words.length * 1.5) + 2
  const windows = [
    ...befores.map(first => ({ first, end: Math.min(first + room, index.count) })),
    ...afters.map(end => ({ first: Math.max(end - room, 0), end })),
  ]
  let best: (WordRange & { shared: number }) | null = null
  let steps = 0
  for (const window of windows) {
    const shared = new Set<number>()
    let [first, last] = [-1, -1]
    for (let at = window.first; at < window.end; at++) {
      const id = index.ids[at] ?? 0
      if (!wanted.has(id)) continue
      shared.add(id)
      if (first < 0) first = at
      last = at
    }
    if (shared.size > (best?.shared ?? 0)) best = { first, end: last + 1, shared: shared.size }
    steps += room
    if (steps > stepSize) {
      steps = 0
      yield
    }
  }
  return best && best.shared >= different / 2 && different > 2 ? best : null
}
