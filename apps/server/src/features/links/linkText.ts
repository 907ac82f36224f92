import { isEnvelope } from '@nestmark/core/encryptedText'
import { toSearchableAddress, toIndexTerms, filterPartWords } from '@nestmark/core/searchTerms'
import type { Tx } from '../../db/db.ts'
import { indexLinks, type LinkTerms, type TextTerms } from '../../db/fullText.ts'
import { addWords } from './wordStore.ts'

export interface LinkText {
  ownerId: string
  category: number
  title: string
  address: string
  descr: string
  tags: readonly string[]
}

export interface SearchableLink extends LinkText {
  seq: number
}

/** Returns the search terms of a link, as both databases index them. */
export function toTerms(link: SearchableLink): LinkTerms {
  return { seq: link.seq, ...textTerms(link) }
}

/**
 * Returns the search terms of a link that has no sequence number yet.
 * @param toTerms splits text into terms; pass a `TermCache` for many links in a row
 */
export function textTerms(link: LinkText, toTerms: (text: string) => string = toIndexTerms): TextTerms {
  // The texts of an encrypted link are envelopes: only its tags are indexed.
  const isEncrypted = isEnvelope(link.title, 'name')
  return {
    ownerId: link.ownerId,
    category: link.category,
    title: isEncrypted ? '' : toTerms(link.title),
    address: isEncrypted ? '' : toTerms(toSearchableAddress(link.address)),
    descr: isEncrypted ? '' : boundTerms(toTerms(link.descr)),
    tags: toTerms(link.tags.join(' , ')),
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

/** Returns the words of an index entry that can be found by a substring. */
export function listSubstringWords(terms: TextTerms): string[] {
  return filterPartWords(`${terms.title} ${terms.address} ${terms.descr} ${terms.tags}`)
}

/** Writes the search index entries of links, new or changed. */
export async function indexSearchable(tx: Tx, links: readonly SearchableLink[]): Promise<void> {
  const [first] = links
  if (!first) return
  const terms = links.map(toTerms)
  await indexLinks(tx, terms)
  await addWords(tx, first.ownerId, new Set(terms.flatMap(listSubstringWords)))
}
