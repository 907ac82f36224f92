import type { Selectable } from 'kysely'
import type { Queries, Tx } from '../../db/db.ts'
import type { ApiKeyRow, ConnectCodeRow } from '../../db/tables/tables.ts'

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

export async function insertConnectCode(
  tx: Tx,
  code: Omit<ConnectCodeRow, 'spent_at' | 'issued_key'>,
): Promise<void> {
  await tx
    .insertInto('connect_codes')
    .values({ ...code, spent_at: null, issued_key: null })
    .execute()
}

/** Takes an unused code. Of two concurrent calls one gets it. */
export async function spendConnectCode(
  tx: Tx,
  codeHash: string,
  now: number,
): Promise<ConnectCodeRow | undefined> {
  return tx
    .updateTable('connect_codes')
    .set({ spent_at: now })
    .where('code_hash', '=', codeHash)
    .where('spent_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

export async function findConnectCode(db: Queries, codeHash: string): Promise<ConnectCodeRow | undefined> {
  return db.selectFrom('connect_codes').selectAll().where('code_hash', '=', codeHash).executeTakeFirst()
}

export async function recordIssuedKey(tx: Tx, codeHash: string, keyId: string): Promise<void> {
  await tx.updateTable('connect_codes').set({ issued_key: keyId }).where('code_hash', '=', codeHash).execute()
}

export async function deleteConnectCodes(tx: Tx, expiredBefore: number): Promise<void> {
  await tx.deleteFrom('connect_codes').where('expires_at', '<', expiredBefore).execute()
}
