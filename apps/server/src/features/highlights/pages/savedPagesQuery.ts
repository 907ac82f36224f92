import { sql } from 'kysely'
import type { Queries } from '../../../db/db.ts'
import { forceIndex, inList } from '../../../db/dialect.ts'

/** A link in which a page is saved. */
export interface SavedRow {
  id: string
  owner_id: string
  collection_id: string
  collection_name: string
  title: string
  address: string
  category: number
  key_id: string | null
  picture_id: string | null
  sealed_picture: string | null
  is_file: number
  has_copy: number
}

const columns =
  sql.raw(`x.id, x.owner_id, x.collection_id, c.name as collection_name, x.title, x.address, x.category,
  x.key_id, x.picture_id, x.sealed_picture, case when x.file_bytes is null then 0 else 1 end as is_file,
  case when exists (select 1 from files f where f.link_id = x.id and f.kind = 'reader') then 1 else 0 end as has_copy`)

/** Returns the newest live link of a person with each address, by the key of `compareKey`. */
export async function listSavedByAddress(
  db: Queries,
  ownerId: string,
  keys: readonly string[],
): Promise<Map<string, SavedRow>> {
  if (keys.length === 0) return new Map()
  const begins = [...new Set(keys.map(key => key.slice(0, 200)))]
  // Ordered here: for an order, SQLite would read all links by date.
  const { rows } = await sql<SavedRow & { key: string; seq: number; created_at: number }>`
    select x.compare_key as key, x.created_at, x.seq, ${columns}
    from links x ${forceIndex(db, 'links_by_address')} join collections c on c.id = x.collection_id
    where x.owner_id = ${ownerId} and ${inList(db, sql`substr(x.compare_key, 1, 200)`, begins)}
      and x.compare_key <> '' and ${inList(db, 'x.compare_key', keys)} and x.trashed_at is null and c.trashed_by is null`.execute(
    db,
  )
  const oldestFirst = rows.toSorted((a, b) => a.created_at - b.created_at || a.seq - b.seq)
  return new Map(oldestFirst.map(row => [row.key, row]))
}

/** Returns links by their ids, those of other people and in the trash too. */
export async function listSavedById(
  db: Queries,
  ids: readonly string[],
): Promise<Map<string, SavedRow & { is_live: number }>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<SavedRow & { is_live: number }>`
    select case when x.trashed_at is null and c.trashed_by is null then 1 else 0 end as is_live, ${columns}
    from links x join collections c on c.id = x.collection_id where ${inList(db, 'x.id', ids)}`.execute(db)
  return new Map(rows.map(row => [row.id, row]))
}
