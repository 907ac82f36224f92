import { sql } from 'kysely'
import type { Queries, Tx } from '../../../db/db.ts'
import type { PasskeyKeysRow } from '../../../db/tables/encryptionTables.ts'
import { countRows } from '../../../db/statements/readRow.ts'

/**
 * Stores keys for a passkey, unless others are stored than those that the caller has read.
 * @param replaces the salt of the keys that are stored; undefined for none
 * @returns whether they were stored
 */
export async function putPasskeyKeys(
  tx: Tx,
  row: PasskeyKeysRow,
  replaces: string | undefined,
): Promise<boolean> {
  const { wrapped, key_ids, changed_at } = row
  if (replaces === undefined) {
    const { numInsertedOrUpdatedRows: inserted } = await tx
      .insertInto('passkey_keys')
      .values(row)
      .onConflict(conflict => conflict.columns(['person_id', 'credential_id']).doNothing())
      .executeTakeFirst()
    return inserted === 1n
  }
  const { numUpdatedRows: updated } = await tx
    .updateTable('passkey_keys')
    .set({ wrapped, key_ids, changed_at })
    .where('person_id', '=', row.person_id)
    .where('credential_id', '=', row.credential_id)
    .where(saltOf, '=', replaces)
    .executeTakeFirst()
  return updated === 1n
}

/** The salt of wrapped keys: 22 characters after 'nm1p.'. */
const saltOf = sql<string>`substr(wrapped, 6, 22)`

/** Returns the wrapped keys of a passkey; undefined without any. */
export async function readPasskeyKeys(
  db: Queries,
  { person_id, credential_id }: Pick<PasskeyKeysRow, 'person_id' | 'credential_id'>,
): Promise<string | undefined> {
  const found = await db
    .selectFrom('passkey_keys')
    .select('wrapped')
    .where('person_id', '=', person_id)
    .where('credential_id', '=', credential_id)
    .executeTakeFirst()
  return found?.wrapped
}

export function countPasskeyKeys(db: Queries, personId: string): Promise<number> {
  return countRows(db, sql`select 1 from passkey_keys where person_id = ${personId}`)
}

export async function listPasskeyRows(db: Queries, personId: string): Promise<PasskeyKeysRow[]> {
  return db
    .selectFrom('passkey_keys')
    .selectAll()
    .where('person_id', '=', personId)
    .orderBy('changed_at')
    .execute()
}

/** Deletes the keys of a passkey. @param salt that of the keys to delete; undefined for any */
export async function deletePasskeyKeys(
  tx: Tx,
  { personId, credentialId, salt }: { personId: string; credentialId: string; salt: string | undefined },
): Promise<void> {
  await tx
    .deleteFrom('passkey_keys')
    .where('person_id', '=', personId)
    .where('credential_id', '=', credentialId)
    .$if(salt !== undefined, query => query.where(saltOf, '=', salt ?? ''))
    .execute()
}
