import { sql } from 'kysely'
import { bulkRows } from '../db/bulk.ts'
import type { Queries, Tx } from '../db/db.ts'
import { newId } from '../db/newId.ts'
import type { UndoRow } from '../db/tables.ts'

/** How long a deed can be taken back, in milliseconds. The page offers it for seconds; another client may take longer. */
export const undoMs = 3_600_000

export type UndoKind =
  | 'moveLinks'
  | 'trashLinks'
  | 'restoreLinks'
  | 'tagLinks'
  | 'favouriteLinks'
  | 'moveCollections'
  | 'trashCollections'
  | 'restoreCollections'
  /** These are opened by the activity list, for what one person adds or changes in one place within a while. */
  | 'addLinks'
  | 'addCollections'
  | 'editLink'
  | 'editCollection'

/** What one link was before: its collection, its tag or its mark, and the moment or place that belongs to it. */
export type LinkBefore = [seq: number, was: string, wasAt: number]
/** What one collection was before: its parent, and the moment or place that belongs to it. */
export type CollectionBefore = [id: string, was: string, wasAt: number]

/** Opens the record of a deed; what it changes is noted under its key, in the same transaction as the change. */
export async function openUndoRecord(
  tx: Tx,
  { id = newId(), ...deed }: { id?: string; personId: string; kind: UndoKind; target?: string; at: number },
): Promise<string> {
  await tx
    .insertInto('deeds')
    .values({
      id,
      person_id: deed.personId,
      kind: deed.kind,
      target: deed.target ?? null,
      at: deed.at,
      expires_at: deed.at + undoMs,
    })
    .execute()
  return id
}

export async function noteLinks(tx: Tx, deed: string, before: readonly LinkBefore[]): Promise<void> {
  if (before.length === 0) return
  const rows = before.map(each => [deed, ...each])
  await sql`insert into deed_links (deed_id, link_seq, was, was_at)
    ${bulkRows(tx, ['text', 'int', 'text', 'int'], rows)}`.execute(tx)
}

export async function noteCollections(
  tx: Tx,
  deed: string,
  before: readonly CollectionBefore[],
): Promise<void> {
  if (before.length === 0) return
  const rows = before.map(each => [deed, ...each])
  await sql`insert into deed_collections (deed_id, collection_id, was, was_at)
    ${bulkRows(tx, ['text', 'text', 'text', 'int'], rows)}`.execute(tx)
}

/** A deed of this person that can still be taken back. */
export async function findUndoRecord(
  db: Queries,
  personId: string,
  id: string,
  now: number,
): Promise<UndoRow | undefined> {
  return db
    .selectFrom('deeds')
    .selectAll()
    .where('id', '=', id)
    .where('person_id', '=', personId)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** How many things the deed changed; for tags a link counts once for each. */
export async function countRecorded(db: Queries, id: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select (select count(*) from deed_links where deed_id = ${id})
    + (select count(*) from deed_collections where deed_id = ${id}) as n`.execute(db)
  return Number(rows[0]!.n)
}

/** Nobody else may take it back from now on: the record is eaten up by whoever does. */
export async function closeUndoRecord(tx: Tx, id: string, now: number): Promise<void> {
  await tx.updateTable('deeds').set({ expires_at: now }).where('id', '=', id).execute()
}

/** Opens a closed deed again: nothing of it could be taken back. */
export async function reopenUndoRecord(tx: Tx, id: string, until: number): Promise<void> {
  await tx.updateTable('deeds').set({ expires_at: until }).where('id', '=', id).execute()
}

/** The last row of a deed's record that was read. */
export interface RecordPlace {
  link: number
  was: string
}

/** Returns the next rows of a deed's record after `after`, in the order of the links; empty when there are no more. */
export async function nextLinks(
  tx: Tx,
  id: string,
  most: number,
  after?: RecordPlace,
): Promise<LinkBefore[]> {
  const rest = after ? sql`and (link_seq, was) > (${after.link}, ${after.was})` : sql``
  const { rows } = await sql<{ link_seq: number; was: string; was_at: number }>`
    select link_seq, was, was_at from deed_links where deed_id = ${id} ${rest}
    order by link_seq, was limit ${most}`.execute(tx)
  return rows.map(row => [row.link_seq, row.was, row.was_at])
}

/** Returns the collections of a deed's record, all at once: they are few, and their order among each other matters. */
export async function recordedCollections(tx: Tx, id: string): Promise<CollectionBefore[]> {
  const rows = await tx
    .selectFrom('deed_collections')
    .select(['collection_id', 'was', 'was_at'])
    .where('deed_id', '=', id)
    .execute()
  return rows.map(row => [row.collection_id, row.was, row.was_at])
}

/** Deletes a deed's record up to a row, or all of it, so that nothing in it is taken back twice. */
export async function clearRecord(tx: Tx, id: string, upTo?: RecordPlace): Promise<void> {
  const part = upTo ? sql`and (link_seq, was) <= (${upTo.link}, ${upTo.was})` : sql``
  await sql`delete from deed_links where deed_id = ${id} ${part}`.execute(tx)
  if (!upTo) await tx.deleteFrom('deed_collections').where('deed_id', '=', id).execute()
}

/**
 * Clears what can no longer be taken back, a piece at a time; an hour later than it could, for whoever is just at it.
 * @returns false when there is nothing left to clear
 */
export async function clearExpired(tx: Tx, now: number, most = 2000): Promise<boolean> {
  const expired = sql`select id from deeds where expires_at < ${now - undoMs}`
  const piece = await sql`delete from deed_links where (deed_id, link_seq, was) in
    (select deed_id, link_seq, was from deed_links where deed_id in (${expired}) limit ${most})`.execute(tx)
  if ((piece.numAffectedRows ?? 0n) > 0n) return true
  await sql`delete from deeds where id in (${expired})`.execute(tx)
  return false
}
