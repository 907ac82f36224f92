import { limits } from '@nestmark/core/limits'
import { type RawBuilder, sql } from 'kysely'
import type { Queries, Tx } from '../../db/db.ts'
import { inList } from '../../db/dialect.ts'
import { newId } from '../../db/newId.ts'
import type { UndoRow } from '../../db/tables/tables.ts'
import { hasCreatedItems, type LinkBefore } from '../../undo/store.ts'

/** Returns the previous collections of an action's links, by sequence number. */
export async function readPreviousCollections(tx: Tx, recordId: string): Promise<Map<number, LinkBefore>> {
  const rows = await tx.selectFrom('undo_links').selectAll().where('undo_id', '=', recordId).execute()
  return new Map(rows.map(row => [row.link_seq, [row.link_seq, row.old_state, row.old_at]]))
}

/** Deletes the undo record of an action with all its entries. */
export async function deleteUndoRecord(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('undo_records').where('id', '=', id).execute()
}

/** Returns the collections in which an action has activity entries. */
export async function readActivityCollections(tx: Tx, recordId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('activities')
    .select('collection_id')
    .distinct()
    .where('batch', '=', recordId)
    .execute()
  return rows.map(row => row.collection_id)
}

/** Returns the items of an action: links or collections by id, and the number of entries in its record. */
export async function readRecordedItems(
  db: Queries,
  { id, kind }: Pick<UndoRow, 'id' | 'kind'>,
): Promise<{ ids: string[]; all: number }> {
  const { rows } = kind.endsWith('Collections')
    ? await sql<{ id: string | null }>`select c.id from undo_collections d
        left join collections c on c.id = d.collection_id where d.undo_id = ${id}`.execute(db)
    : await sql<{ id: string | null }>`select distinct d.link_seq, l.id from undo_links d
        left join links l on l.seq = d.link_seq where d.undo_id = ${id}`.execute(db)
  return { ids: rows.flatMap(row => row.id ?? []), all: rows.length }
}

/** Splits part of an undo record into a separate one, so that the part can be undone separately. */
export async function splitUndoRecord(tx: Tx, record: UndoRow, ids: readonly string[]): Promise<UndoRow> {
  const part = { ...record, id: newId() }
  await tx.insertInto('undo_records').values(part).execute()
  if (record.kind.endsWith('Collections'))
    await sql`update undo_collections set undo_id = ${part.id}
      where undo_id = ${record.id} and ${inList(tx, 'collection_id', ids)}`.execute(tx)
  else
    await sql`update undo_links set undo_id = ${part.id}
      where undo_id = ${record.id} and link_seq in (select seq from links where ${inList(tx, 'id', ids)})`.execute(
      tx,
    )
  return part
}

/** Merges the record of a part back into the one it was split from, if that still exists. */
export async function mergeUndoRecord(tx: Tx, part: string, recordId: string): Promise<void> {
  const joins = sql`undo_id = ${part} and exists (select 1 from undo_records where id = ${recordId})`
  await sql`update undo_links set undo_id = ${recordId} where ${joins}`.execute(tx)
  await sql`update undo_collections set undo_id = ${recordId} where ${joins}`.execute(tx)
  await deleteUndoRecord(tx, part)
}

/**
 * Returns whether the person owns any item of an action. Stops at the first such item, so that a large action in the
 * user's own library costs one row.
 */
export async function ownsAnyItem(
  db: Queries,
  personId: string,
  { id, kind }: Pick<UndoRow, 'id' | 'kind'>,
): Promise<boolean> {
  const collections = sql`select 1 from undo_collections d join collections c on c.id = d.collection_id
    where d.undo_id = ${id} and c.owner_id = ${personId} limit 1`
  const links = sql`select 1 from undo_links d join links l on l.seq = d.link_seq
    where d.undo_id = ${id} and l.owner_id = ${personId} limit 1`
  const has = async (query: RawBuilder<unknown>) => (await query.execute(db)).rows.length > 0
  if (kind.endsWith('Collections')) return has(collections)
  const highlights = sql`select 1 from highlights where import_id = ${id} and owner_id = ${personId} limit 1`
  // An import or a copy may have created collections only, an import highlights only.
  return (
    (await has(links)) ||
    (hasCreatedItems(kind) && (await has(collections))) ||
    (kind.startsWith('import') && (await has(highlights)))
  )
}

/**
 * Returns the collections in which an action's items are now, without duplicates; for collections, the collections
 * themselves.
 */
export async function findItemCollections(
  db: Queries,
  { id, kind }: Pick<UndoRow, 'id' | 'kind'>,
): Promise<string[]> {
  const { rows } = kind.endsWith('Collections')
    ? await sql<{ id: string }>`select c.id from undo_collections d
        join collections c on c.id = d.collection_id where d.undo_id = ${id}`.execute(db)
    : await sql<{ id: string }>`select distinct l.collection_id as id from undo_links d
        join links l on l.seq = d.link_seq where d.undo_id = ${id}`.execute(db)
  return rows.map(row => row.id)
}

/** Returns those of the collections that exist, trashed or not. */
export async function filterExistingCollections(tx: Tx, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await tx
    .selectFrom('collections')
    .select('id')
    .where(inList(tx, 'id', ids))
    .execute()
  return rows.map(row => row.id)
}

/** Returns those of the tags that are not deleted, by sequence number. */
export async function liveTags(tx: Tx, seqs: readonly number[]) {
  const rows = await tx
    .selectFrom('tags')
    .select(['seq', 'id', 'name', 'owner_id'])
    .where(inList(tx, 'seq', seqs))
    .where('deleted_at', 'is', null)
    .execute()
  return new Map(rows.map(row => [row.seq, row]))
}

/** A collection that an import created. */
export interface ImportedCollection {
  id: string
  parent: string
  links: number
  /** The number of live children, created by any person. */
  children: number
}

/** Returns the live collections of the record that are still where the import created them. */
export async function readImportedCollections(tx: Tx, record: string): Promise<ImportedCollection[]> {
  const { rows } = await sql<ImportedCollection>`
    select c.id, c.parent_id as parent, c.n1 + c.n2 + c.n3 + c.n4 + c.n5 as links, c.folder_count as children
    from undo_collections d join collections c on c.id = d.collection_id and c.parent_id = d.old_state
    where d.undo_id = ${record} and c.trashed_by is null`.execute(tx)
  return rows.map(row => ({ ...row, links: Number(row.links), children: Number(row.children) }))
}

/** Returns those of the collections that keep tags inside the encryption. */
export async function readHiding(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('collections')
    .select('id')
    .where(inList(tx, 'id', [...new Set(ids)]))
    .where('hide_tags', '=', 1)
    .execute()
  return new Set(rows.map(row => row.id))
}

/** Returns the encrypted ones of links. */
export async function encryptedOf(tx: Tx, seqs: readonly number[]): Promise<number[]> {
  const rows = await tx
    .selectFrom('links')
    .select('seq')
    .where(inList(tx, 'seq', seqs))
    .where('key_id', 'is not', null)
    .execute()
  return rows.map(row => row.seq)
}

/** Returns the first links in plain text that an undo would bring back into collections with a key. */
export async function listPlainToReturn(
  tx: Tx,
  { id, kind, target }: Pick<UndoRow, 'id' | 'kind' | 'target'>,
): Promise<{ id: string; home: string }[]> {
  if (kind !== 'moveLinks' && kind !== 'trashLinks' && kind !== 'mergeLinks') return []
  const unchanged = kind === 'moveLinks' ? sql`l.collection_id = ${target}` : sql`l.trashed_at = d.old_at`
  const { rows } = await sql<{ id: string; home: string }>`select l.id, c.id as home from undo_links d
    join links l on l.seq = d.link_seq
    join collections c on c.id = d.old_state
    where d.undo_id = ${id} and ${unchanged} and l.key_id is null and c.enc_id is not null and c.trashed_by is null
    limit ${sql.lit(limits.encryptedPerCall)}`.execute(tx)
  return rows
}
