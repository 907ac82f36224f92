import type { Selectable } from 'kysely'
import type { Queries, Tx } from '../../db/db.ts'
import type { ApiKeyRow } from '../../db/tables/tables.ts'

export type KeyRow = Omit<Selectable<ApiKeyRow>, 'hash' | 'owner_id'>
const columns = ['id', 'ending', 'name', 'may_write', 'created_at', 'last_used_at'] as const

/** Returns a person's keys, the newest first. */
export async function selectKeys(db: Queries, ownerId: string): Promise<KeyRow[]> {
  return db
    .selectFrom('api_keys')
    .select(columns)
    .where('owner_id', '=', ownerId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
}

export async function insertKey(tx: Tx, row: Selectable<ApiKeyRow>): Promise<void> {
  await tx.insertInto('api_keys').values(row).execute()
}

/** Identifies a key: by its id, or by its hash. */
export interface KeySelector {
  ownerId: string
  id: string
  hash: string
}

/** Renames a key of the person; returns undefined when there is none. */
export async function renameKey(tx: Tx, which: KeySelector, name: string): Promise<KeyRow | undefined> {
  return tx
    .updateTable('api_keys')
    .set({ name })
    .where('owner_id', '=', which.ownerId)
    .where(eb => eb.or([eb('id', '=', which.id), eb('hash', '=', which.hash)]))
    .returning(columns)
    .executeTakeFirst()
}

/** Deletes a key of the person; returns false when there is none. */
export async function removeKey(tx: Tx, which: KeySelector): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('api_keys')
    .where('owner_id', '=', which.ownerId)
    .where(eb => eb.or([eb('id', '=', which.id), eb('hash', '=', which.hash)]))
    .executeTakeFirst()
  return deleted.numDeletedRows > 0n
}
