import { sql } from 'kysely'
import type { Queries, Tx } from '../../db/db.ts'
import type { PasskeyKeysRow } from '../../db/encryptionTables.ts'
import { readRow } from '../../db/readRow.ts'

export async function putPasskeyKeys(tx: Tx, row: PasskeyKeysRow): Promise<void> {
  const { wrapped, key_ids, changed_at } = row
  await tx
    .insertInto('passkey_keys')
    .values(row)
    .onConflict(conflict =>
      conflict.columns(['person_id', 'credential_id']).doUpdateSet({ wrapped, key_ids, changed_at }),
    )
    .execute()
}

export async function countPasskeyKeys(db: Queries, personId: string): Promise<number> {
  const { n } = await readRow(
    db,
    sql<{ n: number }>`select count(*) as n from passkey_keys where person_id = ${personId}`,
  )
  return Number(n)
}

export async function listPasskeyRows(db: Queries, personId: string): Promise<PasskeyKeysRow[]> {
  return db
    .selectFrom('passkey_keys')
    .selectAll()
    .where('person_id', '=', personId)
    .orderBy('changed_at')
    .execute()
}

export async function deletePasskeyKeys(tx: Tx, personId: string, credentialId: string): Promise<void> {
  await tx
    .deleteFrom('passkey_keys')
    .where('person_id', '=', personId)
    .where('credential_id', '=', credentialId)
    .execute()
}
