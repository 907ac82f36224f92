import { sql } from 'kysely'
import type { Granted } from '../../../access/grant.ts'
import type { Queries, Tx } from '../../../db/db.ts'
import type { GivenKeyRow } from '../../../db/tables/encryptionTables.ts'

/** Stores a given key, or replaces it. */
export async function putGivenKey(
  tx: Tx,
  _granted: Granted<'collections.share'>,
  row: GivenKeyRow,
): Promise<void> {
  const { collection_id: _, key_id: __, person_id: ___, ...change } = row
  await tx
    .insertInto('given_keys')
    .values(row)
    .onConflict(conflict => conflict.columns(['collection_id', 'key_id', 'person_id']).doUpdateSet(change))
    .execute()
}

/** Deletes the keys of a collection that a person was given. */
export async function deleteGivenKeys(tx: Tx, collectionId: string, personId: string): Promise<void> {
  await tx
    .deleteFrom('given_keys')
    .where('collection_id', '=', collectionId)
    .where('person_id', '=', personId)
    .execute()
}

/** Deletes the keys that a person was given for another public key, which the present private half does not open. */
export async function deleteOutdatedKeys(tx: Tx, personId: string, publicKey: string): Promise<void> {
  await tx
    .deleteFrom('given_keys')
    .where('person_id', '=', personId)
    .where('public_key', '<>', publicKey)
    .execute()
}

/** Returns who was given which key of a collection. */
export async function listGivenInside(db: Queries, collectionId: string) {
  return db
    .selectFrom('given_keys')
    .select(['person_id', 'key_id'])
    .where('collection_id', '=', collectionId)
    .orderBy('created_at')
    .execute()
}

/** Returns the keys that a person was given, with the names of the collections. */
export async function listGivenTo(db: Queries, personId: string) {
  const { rows } = await sql<GivenKeyRow & { collection_name: string }>`
    select g.*, c.name as collection_name from given_keys g join collections c on c.id = g.collection_id
    where g.person_id = ${personId} order by g.created_at, g.collection_id, g.key_id`.execute(db)
  return rows
}
