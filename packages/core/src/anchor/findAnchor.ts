import { type Anchor, readContext } from './anchor.ts'
import { BestPlace, type Place } from './bestPlace.ts'
import { findChange } from './findChange.ts'
import { findWords } from './occurrences.ts'
import type { Steps } from './steps.ts'
import { readWantedQuote, type WantedQuote } from './wantedQuote.ts'
import type { SearchableText } from './wordIndex.ts'
import { haveOtherReferences } from './words.ts'

/** Where the words of an anchor are now. */
export type AnchorResult =
  /** The same words, at these offsets. */
  | { state: 'found'; start: number; end: number }
  /** Other words, in the same context. They are not highlighted. */
  | { state: 'changed'; start: number; end: number; text: string }
  | { state: 'missing' }

/**
 * Finds an anchor in a text, in steps (`runSteps`): at its position, by its words, by the best of many places, by its
 * words with other punctuation or spelling (`words.ts`, `occurrences.ts`), and by its context alone, which is a change.
 * It never finds other words. An anchor of any origin is accepted: positions outside of the text, half characters, and
 * quotes of any length are not found, or found by their words.
 */
export function* findAnchor(source: SearchableText, anchor: Anchor): Steps<AnchorResult> {
  const wanted = readWantedQuote(anchor)
  if (!wanted) return { state: 'missing' }
  const found =
    findAtPosition(source.text, wanted) ??
    (wanted.words.length > 0 ? yield* findByWords(source, wanted) : yield* findSigns(source.text, wanted))
  if (found) return { state: 'found', ...found }
  const change = yield* findChange(source, wanted)
  return change ? { state: 'changed', ...change } : { state: 'missing' }
}

/** The place of an unchanged page, which needs no search: the same words in the same context. */
function findAtPosition(text: string, { exact, prefix, suffix, start }: WantedQuote): Place | null {
  if (!Number.isInteger(start) || start < 0 || !text.startsWith(exact, start)) return null
  const end = start + exact.length
  const context = readContext(text, start, end)
  return context.prefix === prefix && context.suffix === suffix ? { start, end } : null
}

/** The places with the same characters come first, then those with other punctuation or spelling. */
function* findByWords(source: SearchableText, wanted: WantedQuote): Steps<Place | null> {
  const { text } = source
  const { words, outside, complete, exact } = wanted
  const index = yield* source.readWords()
  const same = new BestPlace(text, wanted)
  const similar = new BestPlace(text, wanted)
  yield* findWords(index, words, first => {
    const from = index.starts[first] ?? 0
    const to = index.ends[first + words.length - 1] ?? 0
    const start = from + wanted.lead
    if (start >= 0 && text.startsWith(exact, start)) return same.consider(start, start + exact.length)
    // Between two words there may be any number of other characters: many of them are something else.
    if (to - from > 2 * complete.length + 256) return
    // A word that the quote cuts is cut at the same letter only in the same spelling.
    const isSpelt = (at: number) => index.words[index.ids[first + at] ?? 0] === words[at]
    if ((outside.before > 0 && !isSpelt(0)) || (outside.after > 0 && !isSpelt(words.length - 1))) return
    const range = { start: from + outside.before, end: to - outside.after }
    if (range.start >= range.end || haveOtherReferences(wanted.references, text.slice(from, to))) return
    similar.consider(range.start, range.end)
  })
  return same.choose() ?? similar.choose()
}

/** A longer quote without a word is no quote. */
const maxSigns = 64

/** Finds a quote without words, such as a dash. */
function* findSigns(text: string, wanted: WantedQuote): Steps<Place | null> {
  const { exact } = wanted
  if (exact.length > maxSigns) return null
  const best = new BestPlace(text, wanted)
  for (let at = text.indexOf(exact); at >= 0 && !best.isFull; at = text.indexOf(exact, at + 1)) {
    best.consider(at, at + exact.length)
    yield
  }
  return best.choose()
}
