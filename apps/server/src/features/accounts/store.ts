import { sql } from 'kysely'
import { userNameKey } from '@nestmark/core/userName'
import type { Queries, Tx } from '../../db/db.ts'
import { newId } from '../../db/newId.ts'
import type { EmailChangeRow } from '../../db/accountTables.ts'
import { isPostgres } from '../../db/dialect.ts'
import { tokenHash } from '../../http/session.ts'
import { forgetOpenCodes } from '../session/codeStore.ts'

/** Whose username this is, without regard to case. */
export async function findByUsername(db: Queries, username: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('user')
    .select('id')
    .where('usernameKey', '=', userNameKey(username))
    .executeTakeFirst()
  return row?.id
}

/** @throws a duplicate for a username or an address that somebody else has */
export async function updateUser(
  tx: Tx,
  id: string,
  change: { name?: string; username?: string | null; email?: string; image?: string | null },
  now: number,
): Promise<void> {
  const { username, email } = change
  await tx
    .updateTable('user')
    .set({
      ...change,
      ...(username === undefined ? {} : { usernameKey: username === null ? null : userNameKey(username) }),
      // An address is only ever set when it was confirmed.
      ...(email === undefined ? {} : { emailVerified: 1 }),
      updatedAt: now,
    })
    .where('id', '=', id)
    .execute()
}

/** Replaces a person's image. @returns the new image's id */
export async function replaceImage(tx: Tx, userId: string, bytes: Buffer | null, now: number): Promise<void> {
  await tx.deleteFrom('profile_images').where('user_id', '=', userId).execute()
  const id = bytes && newId()
  if (id)
    await tx.insertInto('profile_images').values({ id, user_id: userId, bytes, created_at: now }).execute()
  await updateUser(tx, userId, { image: id }, now)
}

/** The hash of a person's password; undefined for somebody who signs in otherwise. */
export async function readPasswordHash(db: Queries, userId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('account')
    .select('password')
    .where('userId', '=', userId)
    .where('providerId', '=', 'credential')
    .executeTakeFirst()
  return row?.password ?? undefined
}

/** Keeps the address that a person wants; an earlier wish is forgotten. */
export async function insertEmailChange(tx: Tx, change: EmailChangeRow): Promise<void> {
  await tx.deleteFrom('email_changes').where('user_id', '=', change.user_id).execute()
  await tx.insertInto('email_changes').values(change).execute()
}

/** Takes a wish by the hash of its key. Of two at once one gets it. */
export async function takeEmailChange(tx: Tx, tokenHash: string): Promise<EmailChangeRow | undefined> {
  return tx.deleteFrom('email_changes').where('token_hash', '=', tokenHash).returningAll().executeTakeFirst()
}

/**
 * Makes what changes the ways into one account take turns until the transaction ends. SQLite has one writer anyway.
 * @returns false when there is no such account any more
 */
export async function lockUser(tx: Tx, userId: string): Promise<boolean> {
  const lock = isPostgres(tx) ? sql`for no key update` : sql``
  const { rows } = await sql`select id from "user" where id = ${userId} ${lock}`.execute(tx)
  return rows.length > 0
}

/** Takes the key of a link that came by mail, which works once. @returns whose it was */
export async function takeMailedKey(tx: Tx, id: string): Promise<string | undefined> {
  const row = await tx.deleteFrom('verification').where('id', '=', id).returning('value').executeTakeFirst()
  return row?.value
}

/**
 * Ends every link and one-time code of an account that is still open: reset links, links to a new address, sign-ins
 * that wait for their second factor, hand-overs under way. Recovery codes stay: they are the second factor's.
 */
export async function endOneTimeCodes(tx: Tx, userId: string): Promise<void> {
  await forgetMailedKeys(tx, userId)
  await tx.deleteFrom('email_changes').where('user_id', '=', userId).execute()
  await tx.deleteFrom('sign_in_challenges').where('user_id', '=', userId).execute()
  await forgetOpenCodes(tx, userId)
}

/** Deletes all API keys of a person. @returns how many there were */
export async function deleteKeys(tx: Tx, userId: string): Promise<number> {
  const done = await tx.deleteFrom('api_keys').where('owner_id', '=', userId).executeTakeFirst()
  return Number(done.numDeletedRows)
}

export async function countKeys(db: Queries, userId: string): Promise<number> {
  const row = await db
    .selectFrom('api_keys')
    .select(eb => eb.fn.countAll().as('n'))
    .where('owner_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(row.n)
}

const mailboxProof = (userId: string, address: string): string =>
  tokenHash(`mailbox proof ${userId} ${address}`)

/** Keeps that somebody at this network address has shown that the account's mailbox is theirs. */
export async function insertMailboxProof(
  tx: Tx,
  userId: string,
  address: string,
  times: { now: number; expiresAt: number },
): Promise<void> {
  const { now, expiresAt } = times
  const identifier = mailboxProof(userId, address)
  await tx.deleteFrom('verification').where('identifier', '=', identifier).execute()
  await tx
    .insertInto('verification')
    .values({ id: newId(), identifier, value: userId, expiresAt, createdAt: now, updatedAt: now })
    .execute()
}

/** Returns whether somebody at this network address has shown a moment ago that the account's mailbox is theirs. */
export async function hasMailboxProof(
  db: Queries,
  userId: string,
  address: string,
  now: number,
): Promise<boolean> {
  const row = await db
    .selectFrom('verification')
    .select('id')
    .where('identifier', '=', mailboxProof(userId, address))
    .where('expiresAt', '>', now)
    .executeTakeFirst()
  return row !== undefined
}

/** Links in earlier mails, which went to another address, open nothing any more. */
export async function forgetMailedKeys(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('verification').where('value', '=', userId).execute()
}

/**
 * Takes an account away: everything to sign in with, and all that others see. The library's rows are hidden by it and
 * left to the job that erases them.
 */
export async function closeRows(tx: Tx, userId: string, now: number): Promise<void> {
  await forgetMailedKeys(tx, userId)
  // Sessions, passwords, codes and the image go with it.
  await tx.deleteFrom('user').where('id', '=', userId).execute()
  await tx.deleteFrom('api_keys').where('owner_id', '=', userId).execute()
  await tx.deleteFrom('webhooks').where('owner_id', '=', userId).execute()
  await tx.updateTable('people').set({ closed_at: now }).where('id', '=', userId).execute()
  await tx
    .deleteFrom('shares')
    .where(eb => eb.or([eb('owner_id', '=', userId), eb('person_id', '=', userId)]))
    .execute()
  await tx.deleteFrom('short_links').where('owner_id', '=', userId).execute()
  // Others were told of what they did by the names that they gave things: who and what goes, that something was done stays.
  await tx.updateTable('notifications').set({ about: '' }).where('from_id', '=', userId).execute()
  await tx.updateTable('activities').set({ things: '' }).where('by_id', '=', userId).execute()
  await tx
    .updateTable('collections')
    .set({ read_level: 0, enable_sugg: 0 })
    .where('owner_id', '=', userId)
    .where(eb => eb.or([eb('read_level', '!=', 0), eb('enable_sugg', '!=', 0)]))
    .execute()
  await tx
    .updateTable('links')
    .set({ is_public: 0 })
    .where('owner_id', '=', userId)
    .where('is_public', '=', 1)
    .execute()
  await sql`update jobs set cancel_wanted = 1 where owner_id = ${userId} and finished_at is null`.execute(tx)
}
