import { sql } from 'kysely'
import type { Granted } from '../../../access/grant.ts'
import { bulkRows } from '../../../db/statements/bulkRows.ts'
import type { Queries, Tx } from '../../../db/db.ts'
import { inList } from '../../../db/dialect.ts'
import { newId } from '../../../db/newId.ts'
import type { InvitationRow } from '../../../db/tables/sharedTables.ts'
import { endAccessRequests } from '../../collections/accessRequestStore.ts'

export const dayMs = 86_400_000

/**
 * Stores an invitation, or sets the role of the one that the address already has.
 * @returns the stored row; `isNew` is false for an existing invitation, which keeps its expiry
 */
export async function putInvitation(
  tx: Tx,
  _granted: Granted<'collections.share'>,
  row: InvitationRow,
): Promise<{ row: InvitationRow; isNew: boolean }> {
  await tx
    .deleteFrom('invitations')
    .where('collection_id', '=', row.collection_id)
    .where('email', '=', row.email)
    .where('expires_at', '<=', row.created_at)
    .execute()
  const stored = await tx
    .insertInto('invitations')
    .values(row)
    .onConflict(conflict =>
      conflict.columns(['collection_id', 'email']).doUpdateSet({ may_write: row.may_write }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
  return { row: stored, isNew: stored.id === row.id }
}

/** Returns an invitation to a collection that has not expired. */
export async function findInvitation(
  db: Queries,
  id: string,
  { collectionId, now }: { collectionId: string; now: number },
): Promise<InvitationRow | undefined> {
  return db
    .selectFrom('invitations')
    .selectAll()
    .where('id', '=', id)
    .where('collection_id', '=', collectionId)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

export async function extendInvitation(
  tx: Tx,
  _granted: Granted<'collections.share'>,
  id: string,
  expiresAt: number,
): Promise<void> {
  await tx.updateTable('invitations').set({ expires_at: expiresAt }).where('id', '=', id).execute()
}

export async function deleteInvitation(
  tx: Tx,
  _granted: Granted<'collections.share'>,
  id: string,
): Promise<void> {
  await tx.deleteFrom('invitations').where('id', '=', id).execute()
}

/** Returns the invitations to these collections that have not expired, the earliest first. */
export async function listInvitations(
  db: Queries,
  collectionIds: readonly string[],
  now: number,
): Promise<InvitationRow[]> {
  return db
    .selectFrom('invitations')
    .selectAll()
    .where(inList(db, 'collection_id', collectionIds))
    .where('expires_at', '>', now)
    .orderBy('created_at')
    .orderBy('email')
    .execute()
}

/** Takes all invitations of an address. Of two concurrent calls one gets them; expired ones are deleted. */
export async function takeInvitations(tx: Tx, email: string, now: number): Promise<InvitationRow[]> {
  const rows = await tx.deleteFrom('invitations').where('email', '=', email).returningAll().execute()
  return rows.filter(row => row.expires_at > now)
}

/** Makes a person a member of collections. An existing write access remains. */
export async function startShares(
  tx: Tx,
  _granted: Granted<'collections.share'>,
  personId: string,
  invitations: readonly InvitationRow[],
  now: number,
): Promise<void> {
  const rows = invitations.map(each => [each.collection_id, personId, each.owner_id, each.may_write, now])
  await sql`insert into shares (collection_id, person_id, owner_id, may_write, created_at)
    ${bulkRows(tx, ['text', 'text', 'text', 'int', 'int'], rows)}
    on conflict (collection_id, person_id) do update set
      may_write = case when excluded.may_write = 1 then 1 else shares.may_write end`.execute(tx)
  const collectionIds = invitations.map(each => each.collection_id)
  await endAccessRequests(tx, { collectionIds, personIds: [personId] })
}

/** Returns how many emails about invitations a person has caused since a time, and how many reached one address. */
export async function countInvitationEmails(
  db: Queries,
  { ownerId, emailHash, since }: { ownerId: string; emailHash: string; since: number },
): Promise<{ byOwner: number; byOwnerToEmail: number; toEmail: number }> {
  const count = async (from: { ownerId?: string; emailHash?: string }) => {
    let query = db
      .selectFrom('invitation_emails')
      .select(eb => eb.fn.countAll().as('n'))
      .where('sent_at', '>', since)
    if (from.ownerId !== undefined) query = query.where('owner_id', '=', from.ownerId)
    if (from.emailHash !== undefined) query = query.where('email_hash', '=', from.emailHash)
    return Number((await query.executeTakeFirstOrThrow()).n)
  }
  return {
    byOwner: await count({ ownerId }),
    byOwnerToEmail: await count({ ownerId, emailHash }),
    toEmail: await count({ emailHash }),
  }
}

export async function insertInvitationEmail(
  tx: Tx,
  { ownerId, emailHash, now }: { ownerId: string; emailHash: string; now: number },
): Promise<void> {
  const row = { id: newId(), owner_id: ownerId, email_hash: emailHash, sent_at: now }
  await tx.insertInto('invitation_emails').values(row).execute()
}

/** Deletes expired invitations, and emails that no longer count. */
export async function deleteExpiredInvitations(tx: Tx, now: number): Promise<void> {
  await tx.deleteFrom('invitations').where('expires_at', '<=', now).execute()
  await tx
    .deleteFrom('invitation_emails')
    .where('sent_at', '<=', now - dayMs)
    .execute()
}
