import { type Selectable, sql } from 'kysely'
import type { Queries, Tx } from '../../../db/db.ts'
import { inList, forceIndex } from '../../../db/dialect.ts'
import type { HighlightPageRow } from '../../../db/tables/highlightTables.ts'
import { Batch } from '../../../db/statements/batch.ts'
import { newId } from '../../../db/newId.ts'
import { type LockedPage, lockStatement } from '../changeStore.ts'
import { type StoredHighlight, toStored, withText } from '../highlightStore.ts'

/** What a page is found by, and what a new one consists of. */
export interface PageTarget {
  key: string
  linkId: string | null
  address: string
  title: string
}

/**
 * Returns the page of a person, locked until the transaction ends; creates it when there is none. The count of its
 * highlights is exact while it is locked.
 */
export async function openPage(tx: Tx, ownerId: string, target: PageTarget, at: number): Promise<LockedPage> {
  return (await openPageWithText(tx, ownerId, target, null, at)).page
}

/**
 * Opens a page like `openPage`, and returns those of its highlights that have a text, in the same round trip.
 * @param text null for none of them
 */
export async function openPageWithText(
  tx: Tx,
  ownerId: string,
  { key, linkId, address, title }: PageTarget,
  text: string | null,
  at: number,
): Promise<{ page: LockedPage; same: StoredHighlight[] }> {
  const page = { owner_id: ownerId, page_key: key, link_id: linkId, address, title }
  for (;;) {
    let [found]: LockedPage[] = []
    let same: StoredHighlight[] = []
    const batch = new Batch(tx)
    batch.add(lockStatement(tx, ownerId, 'page_key', [key]), ({ rows }) => ([found] = rows))
    // A separate statement, which begins once the page is locked: it sees what was added while it waited.
    if (text !== null) batch.add(withText(ownerId, key, text), ({ rows }) => (same = rows.map(toStored)))
    await batch.run()
    if (found) return { page: found, same }
    const id = newId()
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('highlight_pages')
      .values({ ...page, id, created_at: at, updated_at: at })
      .onConflict(conflict => conflict.doNothing())
      .executeTakeFirstOrThrow()
    // Otherwise another transaction has inserted it since.
    if (numInsertedOrUpdatedRows === 1n) return { page: { ...page, id, count: 0 }, same: [] }
  }
}

/** A page as it is listed. */
export type ListedPage = Omit<Selectable<HighlightPageRow>, 'owner_id'>

export const listedColumns = sql.raw(
  'p.id, p.page_key, p.link_id, p.address, p.title, p.count, p.size, p.created_at, p.updated_at',
)

/** Returns the page of a person with this id or key. */
export async function findPage(
  db: Queries,
  ownerId: string,
  by: 'id' | 'page_key',
  value: string,
): Promise<ListedPage | undefined> {
  const { rows } = await sql<ListedPage>`select ${listedColumns} from highlight_pages p
    where p.owner_id = ${ownerId} and ${sql.ref(`p.${by}`)} = ${value}`.execute(db)
  return rows[0]
}

/** Returns the pages of a person with these keys. */
export async function findPages(
  db: Queries,
  ownerId: string,
  keys: readonly string[],
): Promise<{ id: string; page_key: string }[]> {
  if (keys.length === 0) return []
  return db
    .selectFrom('highlight_pages')
    .select(['id', 'page_key'])
    .where('owner_id', '=', ownerId)
    .where(inList(db, 'page_key', keys))
    .execute()
}

/** Sets the title of a page. */
export async function setTitle(tx: Tx, id: string, title: string): Promise<void> {
  await tx.updateTable('highlight_pages').set({ title }).where('id', '=', id).execute()
}

/** Returns the key of an encrypted link; null for another link, or none. */
export async function findKeyId(db: Queries, linkId: string): Promise<string | null> {
  const row = await db.selectFrom('links').select('key_id').where('id', '=', linkId).executeTakeFirst()
  return row?.key_id ?? null
}

/** Returns the plan and the root collection of a person. */
export async function readOwner(db: Queries, ownerId: string): Promise<{ plan: number; root_id: string }> {
  return db
    .selectFrom('people')
    .select(['plan', 'root_id'])
    .where('id', '=', ownerId)
    .executeTakeFirstOrThrow()
}

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
