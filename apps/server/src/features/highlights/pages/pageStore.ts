import { type Selectable, sql } from 'kysely'
import type { Queries, Tx } from '../../../db/db.ts'
import { inList } from '../../../db/dialect.ts'
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
