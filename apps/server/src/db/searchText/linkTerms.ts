import { isEnvelope } from '@nestmark/core/encryptedText'
import { toFieldTerms } from '@nestmark/core/words/linkTerms'
import { toIndexTerms } from '@nestmark/core/words/searchTerms'
import { sql } from 'kysely'
import type { Tx } from '../db.ts'
import { indexLinks, type LinkTerms, type TextTerms } from './fullText.ts'

export interface LinkText extends Omit<TextTerms, 'tags'> {
  tags: readonly string[]
}

export type SearchableLink = LinkText & Pick<LinkTerms, 'seq'>

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
  const texts = isEncrypted ? { title: '', address: '', descr: '', tags: link.tags } : link
  return { ownerId: link.ownerId, category: link.category, ...toFieldTerms(texts, toTerms) }
}

const batchSize = 1000

/**
 * Adds all links to the full-text index, or replaces their entries.
 * @param onBatch called with the terms of each batch of links
 */
export async function rebuildTerms(
  tx: Tx,
  onBatch: (terms: readonly LinkTerms[]) => Promise<void>,
): Promise<void> {
  for (let last = -1; ;) {
    const { rows } = await sql<Omit<SearchableLink, 'tags'>>`
      select seq, owner_id as "ownerId", category, title, address, descr
      from links where seq > ${last} order by seq limit ${batchSize}`.execute(tx)
    const [first] = rows
    const end = rows.at(-1)
    if (!first || !end) return
    const tags = await tagsBetween(tx, first.seq, end.seq)
    const terms = rows.map(row => toTerms({ ...row, tags: tags.get(row.seq) ?? [] }))
    await indexLinks(tx, terms)
    await onBatch(terms)
    last = end.seq
  }
}

/** Returns the tag names of these links, in the order of assignment. */
async function tagsBetween(tx: Tx, first: number, last: number): Promise<Map<number, string[]>> {
  const { rows } = await sql<{ seq: number; name: string }>`
    select lt.link_seq as seq, t.name from link_tags lt join tags t on t.seq = lt.tag_seq and t.deleted_at is null
    where lt.link_seq between ${first} and ${last} order by lt.link_seq, lt.position`.execute(tx)
  const bySeq = Map.groupBy(rows, ({ seq }) => seq)
  return new Map([...bySeq].map(([seq, tags]) => [seq, tags.map(({ name }) => name)]))
}
