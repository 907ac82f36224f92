import { sql } from 'kysely'
import type { Queries, Tx } from '../../db/db.ts'
import { newestActivities } from '../../db/dialect.ts'
import { slice } from '../../db/slice.ts'
import type { ActivityRow } from '../../db/sharedTables.ts'
import type { CollectionRow, UndoEditRow, UndoRow } from '../../db/tables.ts'
import { beneath } from '../collections/subtree.ts'

export interface ListedActivity extends ActivityRow {
  by_name: string | null
  undone_name: string | null
  collection_name: string
  /** Kind of the deed, while it can be taken back. */
  open_deed: string | null
}

/**
 * A page of what happened in a collection and beneath it, the newest first. What was moved within it is there once.
 * @param folder live, and the caller's to see
 */
export async function listActivity(
  db: Queries,
  folder: Pick<CollectionRow, 'id' | 'trashed_by'>,
  { limit, offset, now }: { limit: number; offset: number; now: number },
): Promise<ListedActivity[]> {
  // Within the collection it is told where it went, not where it left.
  const filter = sql`not (kind in ('move_links_away', 'move_folders_away') and other_id in (select id from inside))`
  const { rows } = await sql<ListedActivity>`
    with inside(id) as (select id from (${beneath(folder)}) b)
    select a.*, u.name as by_name, v.name as undone_name, c.name as collection_name, d.kind as open_deed
    from inside i join collections c on c.id = i.id
    ${newestActivities(db, { collection: sql`i.id`, filter, most: offset + limit })}
    left join "user" u on u.id = a.by_id left join "user" v on v.id = a.undone_by
    left join deeds d on d.id = a.deed_id and d.expires_at > ${now}
    order by a.seq desc ${slice(limit, offset)}`.execute(db)
  return rows
}

/** One entry. */
export async function findActivity(db: Queries, id: string): Promise<ActivityRow | undefined> {
  return db.selectFrom('activities').selectAll().where('id', '=', id).executeTakeFirst()
}

/** A deed of anybody that can still be taken back. */
export async function findOpenUndoRecord(
  tx: Tx,
  { deed_id: id }: Pick<ActivityRow, 'deed_id'>,
  now: number,
): Promise<UndoRow | undefined> {
  if (id === null) return undefined
  return tx
    .selectFrom('deeds')
    .selectAll()
    .where('id', '=', id)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** What an edit changed, while it can be taken back. */
export async function findUndoEdit(tx: Tx, deed: string): Promise<UndoEditRow | undefined> {
  return tx.selectFrom('deed_edits').selectAll().where('deed_id', '=', deed).executeTakeFirst()
}
