import { sql } from 'kysely'
import { newId } from '../../db/newId.ts'
import type { Queries, Tx } from '../../db/db.ts'
import type { SessionRow, SignInCodeRow } from '../../db/tables/accountTables.ts'
import { hasRow } from '../../db/statements/readRow.ts'

type Session = Omit<SessionRow, 'signInId'> & { signInId: string | null }

/**
 * Returns the sign-in of a session: itself, or the one that it was handed off from. Sessions of one browser share it,
 * and end together.
 */
export function findSignIn(session: { id: string; signInId: string | null }): string {
  return session.signInId ?? session.id
}

export async function findSession(db: Queries, id: string): Promise<Session | undefined> {
  return db.selectFrom('session').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function liveSessions(db: Queries, userId: string, now: number): Promise<Session[]> {
  return db
    .selectFrom('session')
    .selectAll()
    .where('userId', '=', userId)
    .where('expiresAt', '>', now)
    .orderBy('updatedAt', 'desc')
    .execute()
}

/** @returns the new session's id */
export async function insertSession(tx: Tx, session: Omit<Session, 'id'>): Promise<string> {
  const id = newId()
  await tx
    .insertInto('session')
    .values({ id, ...session })
    .execute()
  return id
}

export async function endSession(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('session').where('id', '=', id).execute()
}

/** Ends a sign-in of this person with all sessions handed off from it. */
export async function endSignIn(tx: Tx, userId: string, signInId: string): Promise<void> {
  await tx
    .deleteFrom('session')
    .where('userId', '=', userId)
    .where(eb => eb.or([eb('id', '=', signInId), eb('signInId', '=', signInId)]))
    .execute()
}

/** Ends every session of a person except those of one sign-in. */
export async function endOtherSignIns(tx: Tx, userId: string, currentSignInId: string): Promise<void> {
  await tx
    .deleteFrom('session')
    .where('userId', '=', userId)
    .where('id', '!=', currentSignInId)
    .where(eb => eb.or([eb('signInId', 'is', null), eb('signInId', '!=', currentSignInId)]))
    .execute()
}

export async function endAllSessions(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('session').where('userId', '=', userId).execute()
}

export async function deleteExpiredSessions(tx: Tx, userId: string, now: number): Promise<void> {
  await tx.deleteFrom('session').where('userId', '=', userId).where('expiresAt', '<=', now).execute()
}

/** Returns whether this network address has a session of the account with this email address. */
export async function isKnownAddress(
  db: Queries,
  email: string,
  address: string,
  now: number,
): Promise<boolean> {
  return hasRow(
    db
      .selectFrom('session as s')
      .innerJoin('user as u', 'u.id', 's.userId')
      .where('u.email', '=', email)
      .where('s.ipAddress', '=', address)
      .where('s.expiresAt', '>', now),
  )
}

/** Returns whether a session, or an API key, of this person is valid now. */
export async function hasSession(db: Queries, id: string, personId: string, now: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from "session" where id = ${id} and "userId" = ${personId} and "expiresAt" > ${now}
    union all select 1 from api_keys where id = ${id} and owner_id = ${personId}`.execute(db)
  return rows.length > 0
}

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
