import type { TextPlan, WantedTerm } from '@nestmark/core/searchQuery/textPlan'

/** The words of a search for links of these owners. */
export interface TextQuery extends TextPlan {
  /** At least one. */
  ownerIds: readonly string[]
  category?: number
  /** On SQLite, true to leave out the term of the owner: the words begin with the prefix of the owner, and perhaps of others. */
  byPrefix?: boolean
}

/**
 * Replaces a prefix by the words that begin with it. The indexes of both databases read all links of each word of a prefix
 * before they compare them with those of another term; those of a word they read where it has links of the other.
 */
export function listBeginnings(wanted: WantedTerm): WantedTerm {
  const { term, words, begins } = wanted
  return begins ? { ...wanted, term: { ...term, prefix: false }, words: [...begins, ...words] } : wanted
}
