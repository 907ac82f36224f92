import { sql } from 'kysely'
import type { Queries, Tx } from '../../db/db.ts'
import { joinNewestActivities } from '../../db/dialect.ts'
import { limitClause } from '../../db/statements/limitClause.ts'
import type { ActivityRow } from '../../db/tables/sharedTables.ts'
import type { CollectionRow } from '../../db/tables/libraryTables.ts'
import type { UndoEditRow, UndoRow } from '../../db/tables/tables.ts'
import { selectDescendants } from '../collections/subtreeQuery.ts'

export interface ListedActivity extends ActivityRow {
  by_name: string | null
  undone_name: string | null
  collection_name: string
  /** The kind of the action, while it can be undone. */
  open_undo: string | null
}

/**
 * Returns a page of the activity in a collection and its descendants, the newest first. A move within the collection
 * has one entry.
 * @param folder a live collection that the caller may see
 */
export async function selectActivity(
  db: Queries,
  folder: Pick<CollectionRow, 'id' | 'trashed_by'>,
  { limit, offset, now }: { limit: number; offset: number; now: number },
): Promise<ListedActivity[]> {
  // A move within the collection is listed at its target, not at its source.
  const filter = sql`not (kind in ('move_links_away', 'move_folders_away') and other_id in (select id from inside))`
  const { rows } = await sql<ListedActivity>`
    with inside(id) as (select id from (${selectDescendants(folder)}) b)
    select a.*, u.name as by_name, v.name as undone_name, c.name as collection_name, d.kind as open_undo
    from inside i join collections c on c.id = i.id
    ${joinNewestActivities(db, { collection: sql`i.id`, filter, max: offset + limit })}
    left join "user" u on u.id = a.by_id left join "user" v on v.id = a.undone_by
    left join undo_records d on d.id = a.undo_id and d.expires_at > ${now}
    order by a.seq desc ${limitClause(limit, offset)}`.execute(db)
  return rows
}

/** Returns one entry. */
export async function findActivity(db: Queries, id: string): Promise<ActivityRow | undefined> {
  return db.selectFrom('activities').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Returns a person's action that can still be undone. */
export async function findOpenUndoRecord(
  tx: Tx,
  { undo_id: id }: Pick<ActivityRow, 'undo_id'>,
  now: number,
): Promise<UndoRow | undefined> {
  if (id === null) return undefined
  return tx
    .selectFrom('undo_records')
    .selectAll()
    .where('id', '=', id)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** An edit of a link. */
export type LinkEdit = UndoEditRow & { link_id: string }
/** An edit of a collection. */
export type CollectionEdit = UndoEditRow & { link_id: null; collection_id: string }

/** Returns what an edit changed, while it can be undone. */
export async function findUndoEdit(tx: Tx, recordId: string): Promise<LinkEdit | CollectionEdit | undefined> {
  return tx
    .selectFrom('undo_edits')
    .selectAll()
    .where('undo_id', '=', recordId)
    .$narrowType<{ link_id: string } | { link_id: null; collection_id: string }>()
    .executeTakeFirst()
}
