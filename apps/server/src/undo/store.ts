import { assertDefined } from '@nestmark/core/assertDefined'
import { sql } from 'kysely'
import { readRow } from '../db/statements/readRow.ts'
import { bulkRows, newRows } from '../db/statements/bulkRows.ts'
import type { Queries, Tx } from '../db/db.ts'
import { newId } from '../db/newId.ts'
import type { UndoRow } from '../db/tables/tables.ts'

/**
 * How long an action can be undone, in milliseconds. The page offers it for seconds; other clients may take
 * longer.
 */
export const undoMs = 3_600_000

/** How long an import can be undone, in milliseconds: people look at the result for a while. */
export const importUndoMs = 30 * 86_400_000

export type UndoKind =
  | 'moveLinks'
  /** Links that moved in the manual order of their collection. */
  | 'reorderLinks'
  | 'trashLinks'
  | 'restoreLinks'
  | 'tagLinks'
  | 'favouriteLinks'
  | 'updateAddresses'
  /** Links that became one; see `mergeBatch`. */
  | 'mergeLinks'
  /** What rules changed of links; see `ruleBatch`. */
  | 'applyRules'
  | 'moveCollections'
  | 'trashCollections'
  | 'restoreCollections'
  /** Opened by the activity list, for what one person adds or changes in one place within a while. */
  | 'addLinks'
  | 'addCollections'
  /** The links and collections that an import created. */
  | 'importBookmarks'
  /** Opened by an import of highlights, which themselves name it. */
  | 'importHighlights'
  /** The links and collections that a copy created. */
  | 'copyCollection'
  | 'editLink'
  | 'editCollection'

/** Returns true for actions that created links and collections, which their undo trashes. */
export const hasCreatedItems = (kind: string): boolean =>
  kind === 'importBookmarks' || kind === 'copyCollection'

/**
 * The previous state of one link: its collection, its tag or its mark, with the related time or position. A link that got
 * something by a merge has a row for each part: its name, a colon and its value after the merge, with the previous one.
 */
export type LinkBefore = [seq: number, oldState: string, oldAt: number]
/** The previous state of one collection: its parent, with the related time or position. */
export type CollectionBefore = [id: string, oldState: string, oldAt: number]

/**
 * Opens the undo record of an action; its changes are recorded under the key in the transaction of the
 * change.
 */
export async function openUndoRecord(
  tx: Tx,
  { id = newId(), ...action }: Omit<NewRecord, 'id'> & { id?: string },
): Promise<string> {
  await insertRecord(tx, { id, ...action }, undoMs).execute()
  return id
}

interface NewRecord {
  id: string
  personId: string
  kind: UndoKind
  target?: string
  at: number
}

const insertRecord = (tx: Tx, { personId, target, ...row }: NewRecord, validMs: number) =>
  tx
    .insertInto('undo_records')
    .values({ ...row, person_id: personId, target: target ?? null, expires_at: row.at + validMs })

/**
 * Opens the undo record of an import, unless an earlier batch has. Its id is that of the job.
 * @returns whether this call opened it
 */
export async function openImportRecord(
  tx: Tx,
  record: { id: string; personId: string; kind: 'importBookmarks' | 'importHighlights'; at: number },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await insertRecord(tx, record, importUndoMs)
    .onConflict(conflict => conflict.column('id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export async function recordLinks(tx: Tx, undo: string, before: readonly LinkBefore[]): Promise<void> {
  if (before.length === 0) return
  const rows = before.map(each => [undo, ...each])
  await sql`insert into undo_links (undo_id, link_seq, old_state, old_at)
    ${newRows(tx, ['text', 'int', 'text', 'int'], rows)}`.execute(tx)
}

export async function recordCollections(
  tx: Tx,
  undo: string,
  before: readonly CollectionBefore[],
): Promise<void> {
  if (before.length === 0) return
  const rows = before.map(each => [undo, ...each])
  await sql`insert into undo_collections (undo_id, collection_id, old_state, old_at)
    ${bulkRows(tx, ['text', 'text', 'text', 'int'], rows)}`.execute(tx)
}

/** Records the tags that an action created, so that its undo deletes them again. */
export async function recordCreatedTags(tx: Tx, undo: string, seqs: readonly number[]): Promise<void> {
  if (seqs.length === 0) return
  const { target } = assertDefined(await readUndoRecord(tx, undo), 'undo record')
  await setTarget(tx, undo, [...readCreatedTags(target), ...seqs].join(' '))
}

const setTarget = (tx: Tx, undo: string, target: string) =>
  tx.updateTable('undo_records').set({ target }).where('id', '=', undo).execute()

/** Returns the sequence numbers of the tags that an action created, from the target of its undo record. */
export const readCreatedTags = (target: string | null): number[] =>
  target === null ? [] : target.split(' ').map(Number)

/** A tag that an import created, with its name at that time. */
export type ImportedTag = [seq: number, name: string]

/**
 * Records tags without links that an import created, so that its undo deletes them. Does nothing without a record: the
 * import has added neither links nor collections.
 */
export async function recordImportedTags(tx: Tx, undo: string, tags: readonly ImportedTag[]): Promise<void> {
  if (tags.length === 0) return
  const record = await readUndoRecord(tx, undo)
  if (!record) return
  await setTarget(tx, undo, JSON.stringify([...readImportedTags(record.target), ...tags]))
}

/** Returns the tags without links that an import created, from the target of its undo record. */
export const readImportedTags = (target: string | null): ImportedTag[] =>
  target === null ? [] : (JSON.parse(target) as ImportedTag[])

/** Returns the person's undo record with this id, unless it has expired. */
export async function findUndoRecord(
  db: Queries,
  personId: string,
  id: string,
  now: number,
): Promise<UndoRow | undefined> {
  return db
    .selectFrom('undo_records')
    .selectAll()
    .where('id', '=', id)
    .where('person_id', '=', personId)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** Returns the number of recorded changes; for tags a link counts once per tag. */
export async function countRecorded(db: Queries, id: string): Promise<number> {
  const { n } = await readRow(
    db,
    sql<{ n: number }>`select (select count(*) from undo_links where undo_id = ${id})
      + (select count(*) from undo_collections where undo_id = ${id})
      + (select count(*) from highlights where import_id = ${id}) as n`,
  )
  return n
}

/**
 * Sets until when an undo record is open: until now, so that it is undone only once, or until a later time again, after
 * nothing of it could be undone.
 */
export async function setUndoExpiry(tx: Tx, id: string, until: number): Promise<void> {
  await tx.updateTable('undo_records').set({ expires_at: until }).where('id', '=', id).execute()
}

/** The last row of an undo record that was read. */
export interface RecordCursor {
  link: number
  state: string
}

/**
 * Returns the next rows of an undo record after `after`, in the order of the links; empty when there are no
 * more.
 */
export async function readNextLinks(
  tx: Tx,
  id: string,
  max: number,
  after?: RecordCursor,
): Promise<LinkBefore[]> {
  const rest = after ? sql`and (link_seq, old_state) > (${after.link}, ${after.state})` : sql``
  const { rows } = await sql<{ link_seq: number; old_state: string; old_at: number }>`
    select link_seq, old_state, old_at from undo_links where undo_id = ${id} ${rest}
    order by link_seq, old_state limit ${max}`.execute(tx)
  return rows.map(row => [row.link_seq, row.old_state, row.old_at])
}

/** Returns all collections of an undo record: they are few, and their relative order matters. */
export async function readRecordedCollections(tx: Tx, id: string): Promise<CollectionBefore[]> {
  const rows = await tx
    .selectFrom('undo_collections')
    .select(['collection_id', 'old_state', 'old_at'])
    .where('undo_id', '=', id)
    .execute()
  return rows.map(row => [row.collection_id, row.old_state, row.old_at])
}

/** Deletes the rows of an undo record up to a row, or all of them, so that nothing is undone twice. */
export async function deleteRecordedRows(tx: Tx, id: string, upTo?: RecordCursor): Promise<void> {
  const part = upTo ? sql`and (link_seq, old_state) <= (${upTo.link}, ${upTo.state})` : sql``
  await sql`delete from undo_links where undo_id = ${id} ${part}`.execute(tx)
  if (!upTo) await tx.deleteFrom('undo_collections').where('undo_id', '=', id).execute()
}

/**
 * Deletes expired undo records in batches, an hour after their expiry, so that a running undo can complete.
 * @returns false when none is left
 */
export async function deleteExpiredUndoRecords(tx: Tx, now: number, max = 2000): Promise<boolean> {
  const expired = sql`select id from undo_records where expires_at < ${now - undoMs}`
  const piece = await sql`delete from undo_links where (undo_id, link_seq, old_state) in
    (select undo_id, link_seq, old_state from undo_links where undo_id in (${expired}) limit ${max})`.execute(
    tx,
  )
  const texts = await sql`delete from undo_texts where (undo_id, link_id) in
    (select undo_id, link_id from undo_texts where undo_id in (${expired}) limit ${max})`.execute(tx)
  if ((piece.numAffectedRows ?? 0n) + (texts.numAffectedRows ?? 0n) > 0n) return true
  await sql`delete from undo_records where id in (${expired})`.execute(tx)
  return false
}

/** Returns the undo record with this id, opened by any person, expired or not. */
export async function readUndoRecord(tx: Tx, id: string): Promise<UndoRow | undefined> {
  return tx.selectFrom('undo_records').selectAll().where('id', '=', id).executeTakeFirst()
}
