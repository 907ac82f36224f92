import type { Anchor } from './anchor.ts'
import { type ContextLetters, isDistinctive, readEdges, readLetters } from './context.ts'
import { normaliseText } from './textMap.ts'
import { listReferences, type References, WordReader } from './words.ts'

/** The longest quote that is searched, in UTF-16 code units: twice what a highlight may have. */
const maxQuoteLength = 10_000
const maxContextLength = 64

/** The quote of an anchor, prepared for its search. */
export interface WantedQuote {
  exact: string
  prefix: string
  suffix: string
  /** The position that it had. */
  start: number
  end: number
  /** What belongs to its first and last word, and is outside of it. */
  edges: { before: string; after: string }
  /** The quote with the complete words at its edges. */
  complete: string
  /** The words of the complete quote. */
  words: readonly string[]
  /** How much of the first and of the last of these words is outside of the quote, in UTF-16 code units. */
  outside: { before: number; after: number }
  /** Where the quote starts, counted from the start of the first of these words. */
  lead: number
  references: References
  letters: ContextLetters
  isDistinctive: boolean
}

/** Returns the prepared quote of an anchor of any origin; null without words, and for one longer than 10,000. */
export function readWantedQuote({ quote, position }: Anchor): WantedQuote | null {
  if (quote.exact.length > maxQuoteLength) return null
  const exact = normaliseText(quote.exact).trim()
  if (exact === '') return null
  const prefix = normaliseText(quote.prefix.slice(-maxContextLength))
  const suffix = normaliseText(quote.suffix.slice(0, maxContextLength))
  const edges = readEdges(exact, prefix, suffix)
  const complete = edges.before + exact + edges.after
  const reader = new WordReader(complete)
  const words = []
  for (let next = reader.next(); next; next = reader.next()) words.push(next)
  const outside = {
    before: Math.max(edges.before.length - (words[0]?.start ?? 0), 0),
    after: Math.max((words.at(-1)?.end ?? 0) - edges.before.length - exact.length, 0),
  }
  return {
    exact,
    prefix,
    suffix,
    start: position.start,
    end: position.end,
    edges,
    complete,
    words: words.map(({ word }) => word),
    outside,
    lead: edges.before.length - (words[0]?.start ?? 0),
    references: listReferences(complete),
    letters: readLetters(prefix, suffix),
    isDistinctive: isDistinctive(complete),
  }
}
