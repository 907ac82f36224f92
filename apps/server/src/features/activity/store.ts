import { sql } from 'kysely'
import { newId } from '../../db/newId.ts'
import type { Queries, Tx } from '../../db/db.ts'
import { inList, newestActivities } from '../../db/dialect.ts'
import { slice } from '../../db/slice.ts'
import type { ActivityRow } from '../../db/sharedTables.ts'
import type { CollectionRow, DeedEditRow, DeedRow } from '../../db/tables.ts'
import type { LinkBefore } from '../../deeds/store.ts'
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
export async function openDeedOf(
  tx: Tx,
  { deed_id: id }: Pick<ActivityRow, 'deed_id'>,
  now: number,
): Promise<DeedRow | undefined> {
  if (id === null) return undefined
  return tx
    .selectFrom('deeds')
    .selectAll()
    .where('id', '=', id)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** What an edit changed, while it can be taken back. */
export async function editOf(tx: Tx, deed: string): Promise<DeedEditRow | undefined> {
  return tx.selectFrom('deed_edits').selectAll().where('deed_id', '=', deed).executeTakeFirst()
}

/** Where the links of a deed lay before, by their seq. */
export async function placesBefore(tx: Tx, deed: string): Promise<Map<number, LinkBefore>> {
  const rows = await tx.selectFrom('deed_links').selectAll().where('deed_id', '=', deed).execute()
  return new Map(rows.map(row => [row.link_seq, [row.link_seq, row.was, row.was_at]]))
}

/** Forgets a deed with all its record. */
export async function dropDeed(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('deeds').where('id', '=', id).execute()
}

/** The places of a deed's entries. */
export async function placesOf(tx: Tx, deed: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('activities')
    .select('collection_id')
    .distinct()
    .where('batch', '=', deed)
    .execute()
  return rows.map(row => row.collection_id)
}

/** What a deed was done with: links or collections by id, and how many there are on its record. */
export async function doneWith(
  db: Queries,
  { id, kind }: Pick<DeedRow, 'id' | 'kind'>,
): Promise<{ ids: string[]; all: number }> {
  const { rows } = kind.endsWith('Collections')
    ? await sql<{ id: string | null }>`select c.id from deed_collections d
        left join collections c on c.id = d.collection_id where d.deed_id = ${id}`.execute(db)
    : await sql<{ id: string | null }>`select distinct d.link_seq, l.id from deed_links d
        left join links l on l.seq = d.link_seq where d.deed_id = ${id}`.execute(db)
  return { ids: rows.flatMap(row => row.id ?? []), all: rows.length }
}

/** Makes a part of a deed one of its own, so that it can be taken back while the rest stays as it is. */
export async function splitDeed(tx: Tx, deed: DeedRow, ids: readonly string[]): Promise<DeedRow> {
  const part = { ...deed, id: newId() }
  await tx.insertInto('deeds').values(part).execute()
  if (deed.kind.endsWith('Collections'))
    await sql`update deed_collections set deed_id = ${part.id}
      where deed_id = ${deed.id} and ${inList(tx, 'collection_id', ids)}`.execute(tx)
  else
    await sql`update deed_links set deed_id = ${part.id}
      where deed_id = ${deed.id} and link_seq in (select seq from links where ${inList(tx, 'id', ids)})`.execute(
      tx,
    )
  return part
}
