import { sql } from 'kysely'
import type { Queries } from '../../../db/db.ts'
import { inList } from '../../../db/dialect.ts'
import { isNotHidden } from '../../links/store.ts'

/** Returns whether the person has a live link up to this sequence number. */
export async function hasLinks(db: Queries, ownerId: string, upTo: number): Promise<boolean> {
  const { rows } = await sql`select 1 from links where owner_id = ${ownerId} and trashed_at is null
    and seq <= ${upTo} limit 1`.execute(db)
  return rows.length > 0
}

/**
 * Returns the newest of the person's live links with each address: key → sequence number.
 * @param upTo excludes links with higher sequence numbers
 */
export async function newestWithKeys(
  db: Queries,
  ownerId: string,
  upTo: number,
  keys: readonly string[],
): Promise<Map<string, number>> {
  const begins = [...new Set(keys.map(key => key.slice(0, 200)))]
  const { rows } = await sql<{
    key: string
    seq: number
  }>`select x.compare_key as key, max(x.seq) as seq from links x
    where x.owner_id = ${ownerId} and ${inList(db, sql`substr(x.compare_key, 1, 200)`, begins)}
      and x.compare_key <> '' and x.seq <= ${upTo} and x.trashed_at is null
      and ${isNotHidden(ownerId, sql`x.collection_id`)} group by x.compare_key`.execute(db)
  return new Map(rows.map(({ key, seq }) => [key, seq]))
}

/** A saved link with its collection, as the report of an import names it. */
interface SavedLink {
  _id: string
  name: string
  link: string
  parent: string
  parent_name: string
}

/** Returns saved links by their sequence numbers. */
export async function describeLinks(db: Queries, seqs: readonly number[]): Promise<Map<number, SavedLink>> {
  const { rows } = await sql<SavedLink & { seq: number }>`
    select l.seq, l.id as _id, l.title as name, l.address as link, c.id as parent, c.name as parent_name
    from links l join collections c on c.id = l.collection_id where ${inList(db, 'l.seq', seqs)}`.execute(db)
  return new Map(rows.map(({ seq, ...link }) => [seq, link]))
}

/** Returns the live links of a collection as keys: address, title and, for a note, its text. Identical links have equal keys. */
export async function readLinkKeys(db: Queries, collectionId: string): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select address || ${'\n'} || title || ${'\n'} || case when address = '' then descr else '' end as key
    from links where collection_id = ${collectionId} and trashed_at is null and key_id is null`.execute(db)
  return rows.map(row => row.key)
}
