import { isListedWord, type QueryTerm, splitRuns } from '../words/searchTerms.ts'
import type { SearchQuery } from './query.ts'

/** The fields of a link in which words are searched. */
export type TextField = 'title' | 'address' | 'descr' | 'tags'
export const allFields: readonly TextField[] = ['title', 'address', 'descr', 'tags']

/** A term that must match: as itself or as any of its `words`. */
export interface WantedTerm {
  term: QueryTerm
  /** Longer words that contain the term after their beginning. */
  words: string[]
  /** Replaces a one-character prefix: two-character prefixes, for an index that has no shorter ones. */
  prefixes?: string[]
  /** Replace a prefix: all longer words of the library that begin with the term, where they are known. */
  begins?: readonly string[] | undefined
  /** The fields of this term, in place of those of the plan. */
  fields?: readonly TextField[]
}

/** The words of a search, in the form for an index of links. */
export interface TextPlan {
  fields: readonly TextField[]
  /** Terms that must all match. */
  all: WantedTerm[]
  /** Terms that must not match. */
  none?: QueryTerm[]
  /** The fields of `none`, where they are not those of the plan. */
  noneFields?: readonly TextField[]
}

/**
 * The maximum number of words of a library that replace a part of a word. The most common forms are among the
 * shortest.
 */
export const wordsPerPart = 60

/**
 * Returns whether the words of a library include all terms of its index that begin with this term. Other scripts are left
 * out, because SQLite divides a term at its marks.
 */
export const hasListedBeginnings = ({ prefix, terms: [term] }: QueryTerm): boolean =>
  prefix && term !== undefined && /^[\x20-\x7e]*$/.test(term) && isListedWord(term)

/**
 * Returns the substring for which a term is searched within longer words. Two characters are too short for a Latin
 * substring.
 */
export function substringTerm({ prefix, terms: [part] }: QueryTerm): string | null {
  return prefix && part && part.length >= (part.charCodeAt(0) > 127 ? 2 : 3) ? part : null
}

/**
 * Returns the terms of a host filter, as indexed: they select few links, which the filter then checks exactly. Separate
 * terms at any position: PostgreSQL's index has no positions, and a phrase would read every row twice.
 */
export function hostTerms(query: SearchQuery): WantedTerm[] {
  return query.sites
    .filter(site => !site.negative && !site.value.includes('xn--'))
    .flatMap(site => splitRuns(site.value))
    .map(({ text }) => ({ term: { terms: [text], prefix: false }, words: [], fields: allFields }))
}
