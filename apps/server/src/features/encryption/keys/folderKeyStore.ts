import { type RawBuilder, sql } from 'kysely'
import type { Granted } from '../../../access/grant.ts'
import { type CollectionWithRole, selectSharedCollections } from '../../../access/roles.ts'
import { bulkRows } from '../../../db/statements/bulkRows.ts'
import type { Queries, Tx } from '../../../db/db.ts'
import { inList } from '../../../db/dialect.ts'
import { countRows, hasRow } from '../../../db/statements/readRow.ts'
import { selectDescendants } from '../../collections/subtreeQuery.ts'
import { isNotHidden } from '../../links/store.ts'

/** Sets the validation values of collections, or removes them. */
export async function setValues(
  tx: Tx,
  _granted: Granted<'collections.share'>,
  values: readonly (readonly [collectionId: string, value: string | null])[],
): Promise<void> {
  if (values.length === 0) return
  await sql`update collections set enc_id = d.value, hide_tags = case when d.value is null then 0 else hide_tags end
    from (with d(id, value) as (${bulkRows(tx, ['text', 'text'], values)}) select * from d) d
    where collections.id = d.id`.execute(tx)
}

/** Sets that encrypted links directly inside have no tags. */
export async function setHidesTags(
  tx: Tx,
  _granted: Granted<'collections.share'>,
  collectionIds: readonly string[],
): Promise<void> {
  if (collectionIds.length === 0) return
  await tx
    .updateTable('collections')
    .set({ hide_tags: 1 })
    .where(inList(tx, 'id', collectionIds))
    .execute()
}

/** Returns how many encrypted links directly in a collection have tags, with those in the trash. */
export function countTagged(db: Queries, collectionId: string): Promise<number> {
  return countRows(
    db,
    sql`select 1 from links l where l.collection_id = ${collectionId}
      and l.key_id is not null and exists (select 1 from link_tags lt join tags t on t.seq = lt.tag_seq
        where lt.link_seq = l.seq and t.deleted_at is null)`,
  )
}

export async function deletePreviousKeys(
  tx: Tx,
  keys: readonly (readonly [collectionId: string, keyId: string])[],
): Promise<void> {
  if (keys.length === 0) return
  await sql`delete from former_keys where exists (select 1
    from (with d(id, key_id) as (${bulkRows(tx, ['text', 'text'], keys)}) select * from d) d
    where d.id = former_keys.collection_id and d.key_id = former_keys.key_id)`.execute(tx)
}

/** Deletes previous keys of collections with which no link inside is encrypted. */
export async function deleteUnusedKeys(tx: Tx, collectionIds: readonly string[]): Promise<void> {
  await sql`delete from former_keys where ${inList(tx, 'collection_id', collectionIds)} and not exists
    (select 1 from links l where l.collection_id = former_keys.collection_id and l.key_id = former_keys.key_id)`.execute(
    tx,
  )
}

/** Deletes all previous and given keys of collections. */
export async function deleteFolderKeys(tx: Tx, collectionIds: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('former_keys')
    .where(inList(tx, 'collection_id', collectionIds))
    .execute()
  await tx
    .deleteFrom('given_keys')
    .where(inList(tx, 'collection_id', collectionIds))
    .execute()
}

export async function hasEncryptedLinks(db: Queries, collectionIds: readonly string[]): Promise<boolean> {
  return hasRow(
    db
      .selectFrom('links')
      .where(inList(db, 'collection_id', collectionIds))
      .where('key_id', 'is not', null),
  )
}

/** Returns the numbers of links of a library by the keys of their encryption: of all, and of those in the trash. */
export async function countByKey(db: Queries, ownerId: string) {
  const { rows } = await sql<{ key_id: string; count: number; trashed: number }>`select key_id,
    count(*) as count, count(trashed_at) as trashed from links
    where owner_id = ${ownerId} and key_id is not null group by key_id order by key_id`.execute(db)
  return rows.map(row => ({ ...row, count: Number(row.count), trashed: Number(row.trashed) }))
}

/** Returns a collection and its descendants with their validation values, by id. @param after the last id of the page before */
export async function listValuesInside(
  db: Queries,
  top: CollectionWithRole,
  { after, limit }: { after: string; limit: number },
): Promise<{ id: string; enc_id: string | null; hide_tags: number }[]> {
  const { rows } = await sql<{
    id: string
    enc_id: string | null
    hide_tags: number
  }>`select c.id, c.enc_id, c.hide_tags
    from (${selectDescendants(top)}) d join collections c on c.id = d.id
    where c.id > ${after} order by c.id limit ${limit}`.execute(db)
  return rows
}

/** Returns the numbers of links of collections by the keys of their encryption: of all, and of those in the trash. */
export async function countByFolderAndKey(db: Queries, collectionIds: readonly string[]) {
  const { rows } = await sql<{ collection_id: string; key_id: string; count: number; trashed: number }>`
    select collection_id, key_id, count(*) as count, count(trashed_at) as trashed from links
    where ${inList(db, 'collection_id', collectionIds)} and key_id is not null
    group by collection_id, key_id order by collection_id, key_id`.execute(db)
  return rows.map(row => ({ ...row, count: Number(row.count), trashed: Number(row.trashed) }))
}

/**
 * Returns the numbers of encrypted links that a person's search finds, by key, and a collection that has some: own ones
 * and shared ones without the trash.
 */
export async function countSearchedByKey(db: Queries, personId: string) {
  const part = (where: RawBuilder<unknown>) => sql`select x.key_id, x.collection_id from links x
    where ${where} and x.key_id is not null and x.trashed_at is null`
  const { rows } = await sql<{ key_id: string; count: number; folder_id: string }>`
    select key_id, count(*) as count, min(collection_id) as folder_id from (
      ${part(sql`x.owner_id = ${personId} and ${isNotHidden(personId, sql`x.collection_id`)}`)}
      union all ${part(sql`x.collection_id in (${selectSharedCollections(personId)})`)}) s
    group by key_id order by key_id`.execute(db)
  return rows.map(row => ({ ...row, count: Number(row.count) }))
}
