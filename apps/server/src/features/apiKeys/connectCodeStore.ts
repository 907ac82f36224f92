import type { Queries, Tx } from '../../db/db.ts'
import type { ConnectCodeRow } from '../../db/tables/tables.ts'

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
