import { assertDefined } from '@nestmark/core/assertDefined'
import { hasListedBeginnings, type WantedTerm } from '@nestmark/core/searchQuery/textPlan'
import type { QueryTerm } from '@nestmark/core/words/searchTerms'
import type { Queries } from '../../db/db.ts'
import { needsLongerPrefix } from '../../db/searchText/fullText.ts'
import type { Around } from './searchContext.ts'

/**
 * Returns the terms of a search as the full-text index is queried for them.
 * @param around the words of the library for each term
 */
export const toWantedTerms = (
  db: Queries,
  terms: readonly QueryTerm[],
  { words, begins }: Pick<Around, 'words' | 'begins'>,
): WantedTerm[] =>
  terms.map((term, at) => ({
    term,
    words: assertDefined(words[at], 'words'),
    prefixes: needsLongerPrefix(db) ? twoLetterPrefixes(term) : [],
    begins: hasListedBeginnings(term) ? (begins[at] ?? undefined) : undefined,
  }))

/** Leaves the beginnings to the index, for links of other libraries: their words are not known. */
export const withPrefixes = (terms: readonly WantedTerm[]): WantedTerm[] =>
  terms.map(term => ({ ...term, begins: undefined }))

const signs = [...'abcdefghijklmnopqrstuvwxyz0123456789']

/**
 * Returns two-letter prefixes in place of a one-letter one: SQLite has no index of single letters, and would first
 * merge all words with that letter. Non-ASCII letters begin few words.
 */
function twoLetterPrefixes({ prefix, terms: [letter] }: QueryTerm): string[] {
  return prefix && letter && signs.includes(letter) ? signs.map(sign => letter + sign) : []
}
