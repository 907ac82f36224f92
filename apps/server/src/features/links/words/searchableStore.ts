import { sql } from 'kysely'
import type { Queries, Tx } from '../../../db/db.ts'
import { inList, rowLock } from '../../../db/dialect.ts'
import type { SearchableLink } from '../../../db/searchText/linkTerms.ts'

/**
 * Returns the searchable texts of links with their current tags. Locks the links, so that a concurrent job that fills
 * in fields does not index the old tags.
 */
export async function lockSearchableLinks(tx: Tx, seqs: readonly number[]): Promise<SearchableLink[]> {
  const { rows } = await sql<Omit<SearchableLink, 'tags'>>`
    select seq, owner_id as "ownerId", category, title, address, descr from links
    where ${inList(tx, 'seq', seqs)} order by seq ${rowLock(tx, 'for update')}`.execute(tx)
  return withTags(tx, rows)
}

/** Adds the names of the tags, in the order of assignment. */
async function withTags(
  db: Queries,
  links: readonly Omit<SearchableLink, 'tags'>[],
): Promise<SearchableLink[]> {
  const seqs = links.map(link => link.seq)
  const { rows: tags } = await sql<{ seq: number; name: string }>`
    select lt.link_seq as seq, t.name from link_tags lt join tags t on t.seq = lt.tag_seq and t.deleted_at is null
    where ${inList(db, 'lt.link_seq', seqs)} order by lt.link_seq, lt.position`.execute(db)
  const names = Map.groupBy(tags, tag => tag.seq)
  return links.map(link => ({ ...link, tags: (names.get(link.seq) ?? []).map(tag => tag.name) }))
}
