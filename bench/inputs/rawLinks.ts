import { randomBytes } from 'node:crypto'
import { assertDefined } from '@nestmark/core/assertDefined'
import { toIndexTerms, filterListedWords } from '@nestmark/core/words/searchTerms'
import { termPrefix, withPrefix } from '../../apps/server/src/db/searchText/ownerTerms.ts'
import type { RawSql } from '../serverLocation.ts'

/** A link to write with raw SQL, to the same rows and tables that the server writes. */
export interface BareLink {
  title: string
  address: string
  descr: string
  tags: readonly string[]
}

/** Returns a writer for links without Nestmark: link row, existing tags, full text, words, counters. */
export function rawWriter(
  raw: RawSql,
  target: { ownerId: string; collectionId: string },
  tagSeqs: ReadonlyMap<string, number>,
) {
  const owner = `o${Buffer.from(target.ownerId).toString('hex')} c3`
  const insert =
    raw.prepare(`insert into links (id, owner_id, collection_id, category, title, address, compare_key, descr, created_at, updated_at)
    values ($1, $2, $3, 3, $4, $5, $6, $7, $8, $8) returning seq`)
  const tag = raw.prepare(
    `insert into link_tags (link_seq, tag_seq, owner_id, position) values ($1, $2, $3, $4)`,
  )
  const text =
    raw.kind === 'postgres'
      ? raw.prepare(`update links set terms = to_tsvector('simple', $2) where seq = $1`)
      : raw.prepare(
          `insert into links_text (rowid, owner, title, address, descr, tags) values ($1, $2, $3, $4, $5, $6)`,
        )
  const tagCount = raw.prepare(`update tags set links = links + 1 where seq = $1`)
  const word =
    raw.kind === 'postgres'
      ? raw.prepare(
          `insert into words (owner_id, word) select $1, w from json_array_elements_text($2::json) w on conflict do nothing`,
        )
      : raw.prepare(`insert into words (owner_id, word) values ($1, $2) on conflict do nothing`)
  const count = raw.prepare(`update collections set n3 = n3 + $2, updated_at = $3 where id = $1`)
  const library = raw.prepare(`update people set n3 = n3 + $2 where id = $1`)
  return {
    async link({ title, address, descr, tags }: BareLink): Promise<void> {
      const now = Date.now()
      const id = randomBytes(16).toString('base64url')
      const rows = await insert(id, target.ownerId, target.collectionId, title, address, address, descr, now)
      const seq = assertDefined(rows[0], 'row').seq as number
      for (const [position, name] of tags.entries()) {
        const tagSeq = assertDefined(tagSeqs.get(name), name)
        await tag(seq, tagSeq, target.ownerId, position)
        await tagCount(tagSeq)
      }
      const terms = [title, address, descr, tags.join(' , ')].map(toIndexTerms)
      const indexed = terms.map(each => withPrefix(each, termPrefix(target.ownerId)))
      if (raw.kind === 'postgres') await text(seq, `${owner} ${indexed.join(' ')}`)
      else await text(seq, owner, ...indexed)
      const words = [...new Set(filterListedWords(terms.join(' ')))].sort()
      if (raw.kind === 'postgres') await word(target.ownerId, JSON.stringify(words))
      else for (const each of words) await word(target.ownerId, each)
    },
    async counters(links: number): Promise<void> {
      await count(target.collectionId, links, Date.now())
      await library(target.ownerId, links)
    },
  }
}

/** Returns the person's tags by name. They must exist. */
export async function listTagSeqs(raw: RawSql, ownerId: string): Promise<Map<string, number>> {
  const rows = await raw.prepare(`select name, seq from tags where owner_id = $1`)(ownerId)
  return new Map(rows.map(row => [row.name as string, row.seq as number]))
}
