import type { Queries, Tx } from '../db/db.ts'
import { insertPicture } from '../features/uploads/previews/pictureStore.ts'
import type { Pictures } from '../media/mediaTasks.ts'

/** Stores a picture and sets it on the link with this title. */
export async function showPicture(
  tx: Tx,
  ownerId: string,
  title: string,
  pictures: Pictures,
  now: number,
): Promise<void> {
  const id = await insertPicture(tx, ownerId, pictures, now)
  await tx
    .updateTable('links')
    .set({ picture_id: id, is_scraped: 1 })
    .where('owner_id', '=', ownerId)
    .where('title', '=', title)
    .execute()
}

/** Sets the dates of a collection as if it had been filled day by day. */
export async function dateCollection(tx: Tx, id: string, created: number, updated: number): Promise<void> {
  await tx
    .updateTable('collections')
    .set({ created_at: created, updated_at: updated })
    .where('id', '=', id)
    .execute()
}

/** Returns the ids of a person's links with these titles. */
export async function findLinkIds(
  db: Queries,
  ownerId: string,
  titles: readonly string[],
): Promise<string[]> {
  if (titles.length === 0) return []
  const rows = await db
    .selectFrom('links')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('title', 'in', titles)
    .execute()
  return rows.map(row => row.id)
}

/** Returns the id of a person's collection with this name. */
export async function findCollectionId(tx: Tx, ownerId: string, name: string): Promise<string> {
  const row = await tx
    .selectFrom('collections')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return row.id
}

/** Returns the ids of a person's notifications from before a time. */
export async function listNotificationIds(tx: Tx, personId: string, moment: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('notifications')
    .select('id')
    .where('person_id', '=', personId)
    .where('updated_at', '<', moment)
    .execute()
  return rows.map(row => row.id)
}

export async function deleteJobs(tx: Tx): Promise<void> {
  await tx.deleteFrom('jobs').execute()
}
