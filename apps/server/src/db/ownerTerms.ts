/** Returns the term that each entry of a full-text index has for its owner. */
export const ownerTerm = (ownerId: string): string => `o${Buffer.from(ownerId).toString('hex')}`

/**
 * Returns what each term of a link begins with on SQLite: six digits of its owner's id. FTS5 reads all postings of a term
 * before it looks at the next one, so a term of all libraries would cost more with each of them (docs/adr/090).
 */
export const termPrefix = (ownerId: string): string => ownerTerm(ownerId).slice(1, 7).padEnd(6, '0')

/** Adds a prefix to each of some terms. */
export const withPrefix = (terms: string, prefix: string): string => terms.replace(/[^ ]+/g, `${prefix}$&`)

/** Terms with a letter or digit. FTS5 drops marks, so a term of marks alone would become the prefix of all terms. */
export const hasLetter = /[\p{L}\p{N}]/u
