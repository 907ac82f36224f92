import { addressText, indexTerms, partWords } from '@nestmark/core/searchTerms'
import { type RawBuilder, sql } from 'kysely'
import { newRows } from '../../db/bulk.ts'
import type { Queries, Tx } from '../../db/db.ts'
import { indexLinks, type LinkTerms, type TextTerms } from '../../db/fullText.ts'

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
  if (links.length === 0) return
  const terms = links.map(toTerms)
  await indexLinks(tx, terms)
  await addWords(tx, links[0]!.ownerId, new Set(terms.flatMap(listSubstringWords)))
}

/** Adds words to a person's word list; existing words stay. */
export async function addWords(tx: Tx, ownerId: string, words: ReadonlySet<string>): Promise<void> {
  if (words.size > 0) await newWords(tx, ownerId, words).execute(tx)
}

/** Returns the statement that adds the words. */
export function newWords(db: Queries, ownerId: string, words: ReadonlySet<string>): RawBuilder<unknown> {
  // Sorted, so that two transactions that insert the same new words cannot deadlock.
  const rows = [...words].sort().map(word => [ownerId, word])
  return sql`insert into words (owner_id, word) ${newRows(db, ['text', 'text'], rows)} on conflict do nothing`
}
