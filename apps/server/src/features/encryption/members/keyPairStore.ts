import { sql } from 'kysely'
import type { Queries, Tx } from '../../../db/db.ts'
import { inList, rowLock } from '../../../db/dialect.ts'
import type { KeyPairRow } from '../../../db/tables/encryptionTables.ts'

export async function findKeyPair(db: Queries, personId: string): Promise<KeyPairRow | undefined> {
  return db.selectFrom('key_pairs').selectAll().where('person_id', '=', personId).executeTakeFirst()
}

/** Returns the public halves of people, who may have none. */
export async function listPublicKeys(
  db: Queries,
  personIds: readonly string[],
): Promise<Map<string, Pick<KeyPairRow, 'public_key' | 'changed_at'>>> {
  const rows = await db
    .selectFrom('key_pairs')
    .select(['person_id', 'public_key', 'changed_at'])
    .where(inList(db, 'person_id', personIds))
    .execute()
  return new Map(rows.map(({ person_id: id, ...row }) => [id, row]))
}

/** Returns the same, and keeps them from being replaced until the transaction ends. */
export async function lockPublicKeys(tx: Tx, personIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{
    id: string
    key: string
  }>`select person_id as id, public_key as key from key_pairs
    where ${inList(tx, 'person_id', personIds)} order by person_id ${rowLock(tx, 'for share')}`.execute(tx)
  return new Map(rows.map(row => [row.id, row.key]))
}

/**
 * Stores the first key pair of a person, or replaces the one with this public half.
 * @returns false when the stored one is another
 */
export async function putKeyPair(
  tx: Tx,
  { replaces, ...row }: KeyPairRow & { replaces: string | undefined },
): Promise<boolean> {
  if (replaces === undefined) {
    const { numInsertedOrUpdatedRows = 0n } = await tx
      .insertInto('key_pairs')
      .values(row)
      .onConflict(conflict => conflict.doNothing())
      .executeTakeFirst()
    return numInsertedOrUpdatedRows > 0n
  }
  const { numUpdatedRows } = await tx
    .updateTable('key_pairs')
    .set({
      public_key: row.public_key,
      wrapped_private_key: row.wrapped_private_key,
      // A new passphrase is no new key pair.
      ...(row.public_key !== replaces && { changed_at: row.changed_at }),
    })
    .where('person_id', '=', row.person_id)
    .where('public_key', '=', replaces)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
