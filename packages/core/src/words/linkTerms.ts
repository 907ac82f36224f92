import { type TextField } from '../searchQuery/textPlan.ts'
import { toIndexTerms, toSearchableAddress } from './searchTerms.ts'

/** The texts of a link that a search reads. */
export interface SearchedTexts {
  title: string
  address: string
  descr: string
  tags: readonly string[]
}

/**
 * Returns the terms of a link by field, as every index of links has them: those of the databases and that of the browser.
 * @param toTerms splits text into terms; pass a `TermCache` for many links in a row
 */
export function toFieldTerms(
  { title, address, descr, tags }: SearchedTexts,
  toTerms: (text: string) => string = toIndexTerms,
): Record<TextField, string> {
  return {
    title: toTerms(title),
    address: toTerms(toSearchableAddress(address)),
    descr: boundTerms(toTerms(descr)),
    tags: toTerms(tags.join(' , ')),
  }
}

/** Terms of a description that are indexed with their positions, for phrases; more than any but a long note has. */
const orderedTerms = 6000
/** The limits of an index entry: PostgreSQL rejects one of more than 1 MB. */
const maxTerms = 20_000
const maxTermText = 200_000

/** Bounds the terms of a long text: all of its first part, then only terms that it does not have yet. */
export function boundTerms(terms: string): string {
  if (terms.length <= orderedTerms) return terms
  const all = terms.split(' ')
  if (all.length <= orderedTerms && terms.length <= maxTermText) return terms
  const taken = all.slice(0, orderedTerms)
  const known = new Set(taken)
  for (const term of all.slice(orderedTerms)) if (known.size < maxTerms) known.add(term)
  const bounded = taken.concat([...known].slice(new Set(taken).size)).join(' ')
  return bounded.length <= maxTermText ? bounded : bounded.slice(0, bounded.lastIndexOf(' ', maxTermText))
}
