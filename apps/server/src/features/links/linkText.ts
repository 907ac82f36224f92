import { addressText, indexTerms, partWords } from '@nestmark/core/searchTerms'
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
 * @param cut splits text into terms; pass a `TermCache` for many links in a row
 */
export function textTerms(link: LinkText, cut: (text: string) => string = indexTerms): TextTerms {
  return {
    ownerId: link.ownerId,
    category: link.category,
    title: cut(link.title),
    address: cut(addressText(link.address)),
    descr: cut(link.descr),
    tags: cut(link.tags.join(' , ')),
  }
}

/** Returns the words of an index entry that can be found by a substring. */
export function listSubstringWords(terms: TextTerms): string[] {
  return partWords(`${terms.title} ${terms.address} ${terms.descr} ${terms.tags}`)
}

/** Writes the search index entries of links, new or changed. */
export async function indexSearchable(tx: Tx, links: readonly SearchableLink[]): Promise<void> {
  const [first] = links
  if (!first) return
  const terms = links.map(toTerms)
  await indexLinks(tx, terms)
  await addWords(tx, first.ownerId, new Set(terms.flatMap(listSubstringWords)))
}
