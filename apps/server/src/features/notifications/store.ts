import { sql } from 'kysely'
import type { Queries, Tx } from '../../db/db.ts'
import { inList } from '../../db/dialect.ts'
import { readRow } from '../../db/statements/readRow.ts'
import type { NotificationRow } from '../../db/tables/sharedTables.ts'

export interface ListedNotification extends Omit<NotificationRow, 'seq' | 'several'> {
  several: number
  from_name: string | null
  collection_name: string
  owner_id: string
  /** The title or name that the subject has now, if it is still in the collection; else null. */
  current_title: string | null
  /** Set when the collection is in the trash. */
  trashed_by: string | null
}

/** The title or name of what a notification `n` names, if that is still in its collection: titles of pages come later. */
export const currentTitle = sql`coalesce(
  (select l.title from links l where l.id = n.subject_id and l.collection_id = n.collection_id),
  (select f.name from collections f where f.id = n.subject_id and f.parent_id = n.collection_id)
) as current_title`

/** Returns a page of a person's notifications, the latest first. */
export async function listNotifications(
  db: Queries,
  personId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<ListedNotification[]> {
  const { rows } = await sql<ListedNotification>`
    select n.*, u.name as from_name, c.name as collection_name, c.owner_id, c.trashed_by, ${currentTitle}
    from notifications n join collections c on c.id = n.collection_id left join "user" u on u.id = n.from_id
    where n.person_id = ${personId} order by n.updated_at desc, n.seq desc limit ${limit} offset ${offset}`.execute(
    db,
  )
  return rows
}

/** Returns the number of unread notifications, and of all. */
export async function readNotificationCounts(
  db: Queries,
  personId: string,
): Promise<{ count: number; total: number }> {
  return readRow(
    db,
    sql<{ count: number; total: number }>`
    select (select count(*) from notifications where person_id = ${personId} and read_at is null) as count,
      (select count(*) from notifications where person_id = ${personId}) as total`,
  )
}

/**
 * Marks a person's notifications as read.
 * @param ids limits it to these; all when absent
 */
export async function markRead(
  tx: Tx,
  personId: string,
  now: number,
  ids?: readonly string[],
): Promise<number> {
  const all = tx
    .updateTable('notifications')
    .set({ read_at: now })
    .where('person_id', '=', personId)
    .where('read_at', 'is', null)
  const query = ids === undefined ? all : all.where(inList(tx, 'id', ids))
  const { numUpdatedRows } = await query.executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Deletes notifications that were read before a time. */
export async function deleteReadNotifications(tx: Tx, personId: string, before: number): Promise<void> {
  await tx
    .deleteFrom('notifications')
    .where('person_id', '=', personId)
    .where('read_at', '<', before)
    .execute()
}
