import { type Anchor, readContext } from './anchor.ts'
import { BestPlace, type Place } from './bestPlace.ts'
import { findChange } from './findChange.ts'
import { findOccurrences, findWords } from './occurrences.ts'
import { type Steps, runSteps } from './steps.ts'
import { readWantedQuote, type WantedQuote } from './wantedQuote.ts'
import type { SearchableText } from './wordIndex.ts'
import { haveOtherReferences } from './words.ts'

/** Where the words of an anchor are now. */
export type AnchorResult =
  /** The same words, at these offsets. */
  | { state: 'found'; start: number; end: number }
  /** Other words, in the same context. They are not highlighted. */
  | { state: 'changed'; start: number; end: number; text: string }
  | { state: 'gone' }

/**
 * Finds an anchor in a text, in steps (`runSteps`): at its position, by its words, by the best of many places, by its
 * words with other punctuation or spelling (`words.ts`, `sameWord.ts`), and by its context alone, which is a change.
 * It never finds other words. An anchor of any origin is accepted: positions outside of the text, half characters, and
 * quotes of any length are not found, or found by their words.
 */
export function* findAnchor(source: SearchableText, anchor: Anchor): Steps<AnchorResult> {
  const wanted = readWantedQuote(anchor)
  if (!wanted) return { state: 'gone' }
  const found =
    findAtPosition(source.text, wanted) ??
    (yield* findExactly(source.text, wanted)) ??
    (yield* findByWords(source, wanted))
  if (found) return { state: 'found', ...found }
  const change = yield* findChange(source, wanted)
  return change ? { state: 'changed', ...change } : { state: 'gone' }
}

/** Finds an anchor without a pause. */
export function findAnchorAtOnce(source: SearchableText, anchor: Anchor): AnchorResult {
  return runSteps(findAnchor(source, anchor))
}

/** The place of an unchanged page, which needs no search: the same words in the same context. */
function findAtPosition(text: string, { exact, prefix, suffix, start }: WantedQuote): Place | null {
  if (!Number.isInteger(start) || start < 0 || !text.startsWith(exact, start)) return null
  const end = start + exact.length
  const context = readContext(text, start, end)
  return context.prefix === prefix && context.suffix === suffix ? { start, end } : null
}

function* findExactly(text: string, wanted: WantedQuote): Steps<Place | null> {
  const best = new BestPlace(text, wanted)
  yield* findOccurrences(text, wanted.exact, start => best.consider(start, start + wanted.exact.length))
  return best.choose()
}

function* findByWords(source: SearchableText, wanted: WantedQuote): Steps<Place | null> {
  const { words, outside, complete } = wanted
  if (words.length === 0) return null
  const index = yield* source.readWords()
  const best = new BestPlace(source.text, wanted)
  yield* findWords(index, words, first => {
    const from = index.starts[first] ?? 0
    const to = index.ends[first + words.length - 1] ?? 0
    // Between two words there may be any number of other characters: many of them are something else.
    if (to - from > 2 * complete.length + 256) return
    if (from + outside.before >= to - outside.after) return
    if (!haveOtherReferences(wanted.references, source.text.slice(from, to)))
      best.consider(from + outside.before, to - outside.after)
  })
  return best.choose()
}
