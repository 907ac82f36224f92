import type { Queries, Tx } from '../../db/db.ts'
import type { SignInCodeRow } from '../../db/tables/accountTables.ts'

export async function insertCode(
  tx: Tx,
  code: Omit<SignInCodeRow, 'spent_at' | 'issued_session'>,
): Promise<void> {
  await tx
    .insertInto('sign_in_codes')
    .values({ ...code, spent_at: null, issued_session: null })
    .execute()
}

/** Takes an unused code. Of two concurrent calls one gets it. */
export async function spendCode(tx: Tx, codeHash: string, now: number): Promise<SignInCodeRow | undefined> {
  return tx
    .updateTable('sign_in_codes')
    .set({ spent_at: now })
    .where('code_hash', '=', codeHash)
    .where('spent_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

export async function findCode(db: Queries, codeHash: string): Promise<SignInCodeRow | undefined> {
  return db.selectFrom('sign_in_codes').selectAll().where('code_hash', '=', codeHash).executeTakeFirst()
}

export async function recordIssuedCode(tx: Tx, codeHash: string, sessionId: string): Promise<void> {
  await tx
    .updateTable('sign_in_codes')
    .set({ issued_session: sessionId })
    .where('code_hash', '=', codeHash)
    .execute()
}

export async function deleteCodes(tx: Tx, expiredBefore: number): Promise<void> {
  await tx.deleteFrom('sign_in_codes').where('expires_at', '<', expiredBefore).execute()
}

/** Deletes the unused codes of a person. Used ones remain, so that a second use can end their session. */
export async function deleteOpenCodes(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('sign_in_codes').where('user_id', '=', userId).where('spent_at', 'is', null).execute()
}
