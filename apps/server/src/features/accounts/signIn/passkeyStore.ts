import type { Queries, Tx } from '../../../db/db.ts'
import type { PasskeyRow } from '../../../db/tables/accountTables.ts'
import { hashToken } from '../../../access/tokens.ts'

/** Returns a person's passkeys, the oldest first. Their number is small. */
export async function readPasskeys(db: Queries, userId: string): Promise<PasskeyRow[]> {
  return db
    .selectFrom('passkeys')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

export async function findPasskey(db: Queries, credentialId: string): Promise<PasskeyRow | undefined> {
  return db.selectFrom('passkeys').selectAll().where('credential_id', '=', credentialId).executeTakeFirst()
}

/** @throws a duplicate error for a passkey that is already stored */
export async function insertPasskey(tx: Tx, row: PasskeyRow): Promise<void> {
  await tx.insertInto('passkeys').values(row).execute()
}

/** @returns false when it belongs to another person or is deleted */
export async function renamePasskey(tx: Tx, userId: string, id: string, name: string): Promise<boolean> {
  const done = await tx
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

/** Deletes a passkey of a person, and the keys that it opens, so that a lost device opens nothing. */
export async function deletePasskey(tx: Tx, userId: string, id: string): Promise<void> {
  await tx
    .deleteFrom('passkey_keys')
    .where('person_id', '=', userId)
    .where('credential_id', 'in', passkeys =>
      passkeys
        .selectFrom('passkeys')
        .select('credential_id')
        .where('id', '=', id)
        .where('user_id', '=', userId),
    )
    .execute()
  await tx.deleteFrom('passkeys').where('id', '=', id).where('user_id', '=', userId).execute()
}

/**
 * Records that a passkey has signed in.
 * @param oldCounter the counter that was checked, so that one of two concurrent uses succeeds
 * @returns false when it was deleted or used concurrently
 */
export async function recordPasskeyUse(
  tx: Tx,
  row: { id: string; oldCounter: number; counter: number; synced: number; at: number },
): Promise<boolean> {
  const done = await tx
    .updateTable('passkeys')
    .set({ counter: row.counter, synced: row.synced, last_used_at: row.at })
    .where('id', '=', row.id)
    .where('counter', '=', row.oldCounter)
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

/**
 * Uses up a challenge, which signs in once.
 * @returns false for one that was used
 */
export async function consumeChallenge(
  tx: Tx,
  challenge: string,
  end: number,
  now: number,
): Promise<boolean> {
  await tx.deleteFrom('passkey_uses').where('expires_at', '<=', now).execute()
  const done = await tx
    .insertInto('passkey_uses')
    .values({ challenge_hash: hashToken(challenge), expires_at: end })
    .onConflict(conflict => conflict.column('challenge_hash').doNothing())
    .executeTakeFirst()
  return (done.numInsertedOrUpdatedRows ?? 0n) > 0n
}
