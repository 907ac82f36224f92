import { sql } from 'kysely'
import { toUserNameKey } from '@nestmark/core/userName'
import { referencesTo, tablesWhere } from '../../db/tables/allTables.ts'
import type { Queries, Tx } from '../../db/db.ts'
import { newId } from '../../db/newId.ts'
import type { EmailChangeRow } from '../../db/tables/accountTables.ts'
import { rowLock } from '../../db/dialect.ts'
import { countRows, hasRow, readNumbers } from '../../db/statements/readRow.ts'
import { hashToken } from '../../access/tokens.ts'
import { deleteOpenCodes } from '../session/sessionStore.ts'

/** Returns whether anybody has an account. */
export async function hasAccounts(db: Queries): Promise<boolean> {
  return hasRow(db.selectFrom('user'))
}

/** Returns the user with this username, regardless of case. */
export async function findByUsername(db: Queries, username: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('user')
    .select('id')
    .where('usernameKey', '=', toUserNameKey(username))
    .executeTakeFirst()
  return row?.id
}

/** @throws a duplicate error for a username or an address that another account has */
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
      ...(username === undefined ? {} : { usernameKey: username === null ? null : toUserNameKey(username) }),
      // An address is only ever set after its confirmation.
      ...(email === undefined ? {} : { emailVerified: 1 }),
      updatedAt: now,
    })
    .where('id', '=', id)
    .execute()
}

/** Replaces a person's image. */
export async function replaceImage(
  tx: Tx,
  userId: string,
  bytes: Buffer | null,
  now: number,
  newImageId = newId(),
): Promise<void> {
  await tx.deleteFrom('profile_images').where('user_id', '=', userId).execute()
  const id = bytes && newImageId
  if (id)
    await tx.insertInto('profile_images').values({ id, user_id: userId, bytes, created_at: now }).execute()
  await updateUser(tx, userId, { image: id }, now)
}

/** Returns the hash of a person's password; undefined for a person who signs in by other means. */
export async function readPasswordHash(db: Queries, userId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('account')
    .select('password')
    .where('userId', '=', userId)
    .where('providerId', '=', 'credential')
    .executeTakeFirst()
  return row?.password ?? undefined
}

/** Stores the requested address of a person, in place of an earlier request. */
export async function insertEmailChange(tx: Tx, change: EmailChangeRow): Promise<void> {
  await tx.deleteFrom('email_changes').where('user_id', '=', change.user_id).execute()
  await tx.insertInto('email_changes').values(change).execute()
}

/** Returns the user who requested an address, by the hash of the key in the email. */
export async function findEmailChangeUser(db: Queries, tokenHash: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('email_changes')
    .select('user_id')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  return row?.user_id
}

/** Takes a requested address by the hash of its key. Of two concurrent calls one gets it. */
export async function consumeEmailChange(tx: Tx, tokenHash: string): Promise<EmailChangeRow | undefined> {
  return tx.deleteFrom('email_changes').where('token_hash', '=', tokenHash).returningAll().executeTakeFirst()
}

/**
 * Serialises changes to an account's credentials until the transaction ends, by a row lock. SQLite has only one
 * writer anyway. A transaction takes it before it deletes sessions, links or codes: another order could deadlock two of
 * them.
 * @returns false when the account no longer exists
 */
export async function lockUser(tx: Tx, userId: string): Promise<boolean> {
  const { rows } =
    await sql`select id from "user" where id = ${userId} ${rowLock(tx, 'for no key update')}`.execute(tx)
  return rows.length > 0
}

/**
 * Takes the key of an emailed link, which works once.
 * @returns the user
 */
export async function consumeEmailedKey(tx: Tx, id: string): Promise<string | undefined> {
  const row = await tx.deleteFrom('verification').where('id', '=', id).returning('value').executeTakeFirst()
  return row?.value
}

/**
 * Ends every open link and one-time code of an account: reset links, links to a new address, sign-ins that wait for
 * their second factor, session handoffs in progress. Recovery codes remain, because they belong to the second
 * factor.
 */
export async function endOneTimeCodes(tx: Tx, userId: string): Promise<void> {
  await deleteMailedKeys(tx, userId)
  await tx.deleteFrom('email_changes').where('user_id', '=', userId).execute()
  await tx.deleteFrom('sign_in_challenges').where('user_id', '=', userId).execute()
  await deleteOpenCodes(tx, userId)
  await deleteOpenConnectCodes(tx, userId)
}

/** Deletes the codes with which a program would still get a key. Used ones remain, so that a second use can end their key. */
async function deleteOpenConnectCodes(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('connect_codes').where('owner_id', '=', userId).where('spent_at', 'is', null).execute()
}

/**
 * Deletes all API keys of a person.
 * @returns their number
 */
export async function deleteKeys(tx: Tx, userId: string): Promise<number> {
  const done = await tx.deleteFrom('api_keys').where('owner_id', '=', userId).executeTakeFirst()
  return Number(done.numDeletedRows)
}

export function countKeys(db: Queries, userId: string): Promise<number> {
  return countRows(db, sql`select 1 from api_keys where owner_id = ${userId}`)
}

const mailboxProof = (userId: string, address: string): string =>
  hashToken(`mailbox proof ${userId} ${address}`)

/** Stores that a caller at this network address has proved access to the account's mailbox. */
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

/** Returns whether a caller at this network address has recently proved access to the account's mailbox. */
export async function hasMailboxProof(
  db: Queries,
  userId: string,
  address: string,
  now: number,
): Promise<boolean> {
  return hasRow(
    db
      .selectFrom('verification')
      .where('identifier', '=', mailboxProof(userId, address))
      .where('expiresAt', '>', now),
  )
}

/** Invalidates the links in earlier emails, which were sent to another address. */
export async function deleteMailedKeys(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('verification').where('value', '=', userId).execute()
}

/**
 * Deletes an account: all credentials, and everything that others can see. This hides the rows of the library, which
 * a job deletes.
 */
export async function closeRows(tx: Tx, userId: string, now: number): Promise<void> {
  await lockUser(tx, userId)
  await deleteMailedKeys(tx, userId)
  // Cascades to sessions, passwords, codes and the image.
  await tx.deleteFrom('user').where('id', '=', userId).execute()
  await deleteOpenConnectCodes(tx, userId)
  await deleteAtOnce(tx, userId)
  await tx.updateTable('people').set({ closed_at: now }).where('id', '=', userId).execute()
  await clearNames(tx, userId)
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

/** Deletes what references a person and ends with the account, by the declarations of tables. */
async function deleteAtOnce(tx: Tx, personId: string): Promise<void> {
  for (const name of tablesWhere(table => table.erasure === 'atOnce')) {
    const isTheirs = referencesTo(name, 'people').map(column => sql`${sql.ref(column)} = ${personId}`)
    await sql`delete from ${sql.table(name)} where ${sql.join(isTheirs, sql` or `)}`.execute(tx)
  }
}

/**
 * Removes a person from the customers of the payment provider.
 * @returns the provider's id of the customer; undefined when the person was none
 */
export async function takeCustomer(tx: Tx, userId: string): Promise<string | undefined> {
  const row = await tx
    .deleteFrom('customers')
    .where('person_id', '=', userId)
    .returning('customer_id')
    .executeTakeFirst()
  return row?.customer_id
}

/**
 * Removes names and titles from the notifications and activity entries of others about a person's actions, and the keys of
 * undo records, which contain the person's id and end with the person. The actions remain.
 */
export async function clearNames(tx: Tx, userId: string): Promise<void> {
  await tx.updateTable('notifications').set({ subject: '' }).where('from_id', '=', userId).execute()
  await tx
    .updateTable('activities')
    .set({ subjects: '', undo_id: null })
    .where('by_id', '=', userId)
    .execute()
}

/** Returns the number of a person's links, collections, shared collections, files and highlights, the trash included. */
export function countContents(db: Queries, personId: string) {
  return readNumbers(
    db,
    sql<Record<'links' | 'collections' | 'shares' | 'files' | 'highlights', number>>`select
      (select count(*) from links where owner_id = ${personId}) as links,
      (select count(*) from collections where owner_id = ${personId} and parent_id is not null) as collections,
      (select count(*) from collections c where c.owner_id = ${personId} and (c.read_level = 3
        or exists (select 1 from shares s where s.collection_id = c.id))) as shares,
      (select count(*) from files where owner_id = ${personId} and kind = 'file') as files,
      (select count(*) from highlights where owner_id = ${personId}) as highlights`,
  )
}
