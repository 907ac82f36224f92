import type { Selectable } from 'kysely'
import type { Queries, Tx } from '../../db/db.ts'
import { inList } from '../../db/dialect.ts'
import { newId } from '../../db/newId.ts'
import type { UserRow } from '../../db/tables/accountTables.ts'
import { hasRow } from '../../db/statements/readRow.ts'

export async function findUser(db: Queries, id: string): Promise<Selectable<UserRow> | undefined> {
  return db.selectFrom('user').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function findUserByEmail(db: Queries, email: string): Promise<Selectable<UserRow> | undefined> {
  return db.selectFrom('user').selectAll().where('email', '=', email).executeTakeFirst()
}

/** Returns people's names by their ids. */
export async function namesOfUsers(db: Queries, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('user')
    .select(['id', 'name'])
    .where(inList(db, 'id', ids))
    .execute()
  return new Map(rows.map(row => [row.id, row.name]))
}

/** Returns all accounts, oldest first; `plan` is null before the first visit. */
export async function listUsers(db: Queries) {
  return db
    .selectFrom('user as u')
    .leftJoin('people as p', 'p.id', 'u.id')
    .select(['u.email', 'u.name', 'u.createdAt', 'p.plan'])
    .orderBy('u.createdAt')
    .orderBy('u.id')
    .execute()
}

/** Returns whether there are invitations to the confirmed address of a user. */
export async function isInvited(db: Queries, userId: string): Promise<boolean> {
  return hasRow(
    db
      .selectFrom('user as u')
      .innerJoin('invitations as i', 'i.email', 'u.email')
      .where('u.id', '=', userId)
      .where('u.emailVerified', '=', 1),
  )
}

/** Marks the person's email address as confirmed. */
export async function markVerified(tx: Tx, userId: string): Promise<void> {
  await tx.updateTable('user').set({ emailVerified: 1 }).where('id', '=', userId).execute()
}

/**
 * Inserts an account with a password, in the tables of the sign-in library.
 * @throws a duplicate error for a known address
 */
export async function insertUser(
  tx: Tx,
  user: { id: string; email: string; name: string; password: string; now: number },
): Promise<void> {
  const { id, email, name, now } = user
  const times = { createdAt: now, updatedAt: now }
  await tx
    .insertInto('user')
    .values({ id, email, name, emailVerified: 1, image: null, ...times })
    .execute()
  await insertPassword(tx, id, user.password, now)
}

/** Sets the password of an account, also of one without a password. */
export async function updatePassword(tx: Tx, userId: string, password: string, now: number): Promise<void> {
  const done = await tx
    .updateTable('account')
    .set({ password, updatedAt: now })
    .where('userId', '=', userId)
    .where('providerId', '=', 'credential')
    .executeTakeFirst()
  if (Number(done.numUpdatedRows) === 0) await insertPassword(tx, userId, password, now)
}

async function insertPassword(tx: Tx, userId: string, password: string, now: number): Promise<void> {
  await tx
    .insertInto('account')
    .values({
      id: newId(),
      accountId: userId,
      providerId: 'credential',
      userId,
      accessToken: null,
      refreshToken: null,
      idToken: null,
      accessTokenExpiresAt: null,
      refreshTokenExpiresAt: null,
      scope: null,
      password,
      createdAt: now,
      updatedAt: now,
    })
    .execute()
}
