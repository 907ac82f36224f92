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

/** The terms of a link, as both databases index them. */
export function toTerms(link: SearchableLink): LinkTerms {
  return { seq: link.seq, ...textTerms(link) }
}

/**
 * The same for a link that has no counting key yet.
 * @param cut how a text is cut into terms; a `TermCache` where many come one after the other
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

/** Words of an index entry that can be found by their parts. */
export function listSubstringWords(terms: TextTerms): string[] {
  return partWords(`${terms.title} ${terms.address} ${terms.descr} ${terms.tags}`)
}

/** Makes links findable, or found under their new words after a change. */
export async function indexSearchable(tx: Tx, links: readonly SearchableLink[]): Promise<void> {
  if (links.length === 0) return
  const terms = links.map(toTerms)
  await indexLinks(tx, terms)
  await addWords(tx, links[0]!.ownerId, new Set(terms.flatMap(listSubstringWords)))
}

/** Remembers words of a person's library; those that are there already stay. */
export async function addWords(tx: Tx, ownerId: string, words: ReadonlySet<string>): Promise<void> {
  if (words.size > 0) await newWords(tx, ownerId, words).execute(tx)
}

/** The statement that does so. */
export function newWords(db: Queries, ownerId: string, words: ReadonlySet<string>): RawBuilder<unknown> {
  // Sorted, so that two savers of the same new words wait for each other and never in a ring.
  const rows = [...words].sort().map(word => [ownerId, word])
  return sql`insert into words (owner_id, word) ${newRows(db, ['text', 'text'], rows)} on conflict do nothing`
}
