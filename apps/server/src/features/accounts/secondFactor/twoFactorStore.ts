import { randomBytes } from 'node:crypto'
import type { Queries, Tx } from '../../../db/db.ts'
import type { SignInChallengeRow, TwoFactorRow } from '../../../db/tables/accountTables.ts'
import { createToken, hashToken } from '../../../access/tokens.ts'
import { base32 } from './totp.ts'

/** Ten codes are enough, because phones are rarely lost. */
const codesGiven = 10
/** How long a sign-in waits for its code, in milliseconds. */
const challengeMs = 5 * 60_000

export async function findTwoFactor(db: Queries, userId: string): Promise<TwoFactorRow | undefined> {
  return db.selectFrom('two_factor').selectAll().where('user_id', '=', userId).executeTakeFirst()
}

/** Stores an unconfirmed key. Does not replace a confirmed key. */
export async function insertKey(tx: Tx, userId: string, sealed: string): Promise<void> {
  await tx.deleteFrom('two_factor').where('user_id', '=', userId).where('confirmed_at', 'is', null).execute()
  await tx
    .insertInto('two_factor')
    .values({ user_id: userId, sealed, confirmed_at: null, last_step: 0, failed: 0, locked_until: 0 })
    .execute()
}

export async function updateTwoFactor(tx: Tx, userId: string, change: Partial<TwoFactorRow>): Promise<void> {
  await tx.updateTable('two_factor').set(change).where('user_id', '=', userId).execute()
}

export async function deleteTwoFactor(tx: Tx, userId: string): Promise<void> {
  for (const table of ['two_factor', 'recovery_codes', 'sign_in_challenges'] as const)
    await tx.deleteFrom(table).where('user_id', '=', userId).execute()
}

/** Marks a step as used, unless it or a later one has been. Of two concurrent calls one succeeds. */
export async function consumeTotpStep(tx: Tx, userId: string, step: number): Promise<boolean> {
  const done = await tx
    .updateTable('two_factor')
    .set({ last_step: step, failed: 0, locked_until: 0 })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

/** Creates new recovery codes in place of earlier ones. They are shown once, and stored as hashes. */
export async function renewCodes(tx: Tx, userId: string): Promise<string[]> {
  const codes = Array.from({ length: codesGiven }, () =>
    base32(randomBytes(10))
      .toLowerCase()
      .replace(/.{4}(?=.)/g, '$&-'),
  )
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await tx
    .insertInto('recovery_codes')
    .values(codes.map(code => ({ code_hash: hashCode(userId, code), user_id: userId })))
    .execute()
  return codes
}

/** Takes a recovery code, which works once. */
export async function consumeRecoveryCode(tx: Tx, userId: string, code: string): Promise<boolean> {
  const done = await tx
    .deleteFrom('recovery_codes')
    .where('code_hash', '=', hashCode(userId, code))
    .executeTakeFirst()
  return done.numDeletedRows > 0n
}

export async function codesLeft(db: Queries, userId: string): Promise<number> {
  const rows = await db
    .selectFrom('recovery_codes')
    .select('code_hash')
    .where('user_id', '=', userId)
    .execute()
  return rows.length
}

// 80 random bits: a slow hash would add nothing.
function hashCode(userId: string, code: string): string {
  return hashToken(`${userId} ${code.toLowerCase().replace(/[^a-z2-7]/g, '')}`)
}

/**
 * Stores a sign-in that waits for its code.
 * @returns the token that names it
 */
export async function insertChallenge(tx: Tx, userId: string, now: number): Promise<string> {
  const token = createToken('nmc')
  await tx
    .deleteFrom('sign_in_challenges')
    .where('user_id', '=', userId)
    .where('expires_at', '<=', now)
    .execute()
  await tx
    .insertInto('sign_in_challenges')
    .values({ token_hash: hashToken(token), user_id: userId, tries: 0, expires_at: now + challengeMs })
    .execute()
  return token
}

/** Counts an attempt at a waiting sign-in. */
export async function tryChallenge(tx: Tx, token: string): Promise<SignInChallengeRow | undefined> {
  return tx
    .updateTable('sign_in_challenges')
    .set(eb => ({ tries: eb('tries', '+', 1) }))
    .where('token_hash', '=', hashToken(token))
    .returningAll()
    .executeTakeFirst()
}

export async function deleteChallenge(tx: Tx, token: string): Promise<boolean> {
  const done = await tx
    .deleteFrom('sign_in_challenges')
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst()
  return done.numDeletedRows > 0n
}
