/** Returns the term that each entry of a full-text index has for its owner. */
export const ownerTerm = (ownerId: string): string => `o${Buffer.from(ownerId).toString('hex')}`

/** Returns the term that each entry of the full-text index of links has for its category. */
export const categoryTerm = (category: number) => `c${category}`

/**
 * Returns what each term of a link begins with: six digits of its owner's id. Both databases read all postings of a prefix
 * before they look at the next one, so a term of all libraries would cost more with each of them (docs/adr/090).
 */
export const termPrefix = (ownerId: string): string => ownerTerm(ownerId).slice(1, 7).padEnd(6, '0')

/** Adds a prefix to each of some terms. */
export const withPrefix = (terms: string, prefix: string): string => terms.replace(/[^ ]+/g, `${prefix}$&`)

const quote = (term: string) => `"${term.replaceAll('"', '')}"`
/** FTS5 drops marks: a term of marks alone would become the prefix of all terms. */
const hasLetter = /[\p{L}\p{N}]/u
/** Returns whether a term of a query has the prefix of the owner on SQLite. */
export const isPrefixed = (term: string): boolean => hasLetter.test(term)

/**
 * Returns a function that writes adjacent terms in a query of FTS5, followed by `after`: as terms of any of the owners.
 * @param prefixes what the terms of the owners begin with
 */
export function createPhrases(prefixes: readonly string[]) {
  const begin = (term: string, prefix: string) => (isPrefixed(term) ? prefix + term : term)
  return (terms: readonly string[], after = ''): string =>
    prefixes.map(prefix => quote(terms.map(term => begin(term, prefix)).join(' ')) + after).join(' OR ')
}
