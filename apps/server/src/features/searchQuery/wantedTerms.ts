import { assertDefined } from '@nestmark/core/assertDefined'
import type { WantedTerm } from '@nestmark/core/searchQuery/textPlan'
import type { QueryTerm } from '@nestmark/core/searchTerms'
import type { Queries } from '../../db/db.ts'
import { needsLongerPrefix } from '../../db/fullText.ts'

/**
 * Returns the terms of a search as the full-text index is queried for them.
 * @param words for each term, the longer words of the library that contain it (`readSearchContext`)
 */
export const toWantedTerms = (
  db: Queries,
  terms: readonly QueryTerm[],
  words: readonly string[][],
): WantedTerm[] =>
  terms.map((term, at) => ({
    term,
    words: assertDefined(words[at], 'words'),
    prefixes: needsLongerPrefix(db) ? twoLetterPrefixes(term) : [],
  }))

const signs = [...'abcdefghijklmnopqrstuvwxyz0123456789']

/**
 * Returns two-letter prefixes in place of a one-letter one: SQLite has no index of single letters, and would first
 * merge all words with that letter. Non-ASCII letters begin few words.
 */
function twoLetterPrefixes({ prefix, terms: [letter] }: QueryTerm): string[] {
  return prefix && letter && signs.includes(letter) ? signs.map(sign => letter + sign) : []
}
