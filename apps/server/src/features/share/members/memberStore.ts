import type { Granted } from '../../../access/grant.ts'
import type { Tx, Queries } from '../../../db/db.ts'
import { endAccessRequests } from '../../collections/accessRequestStore.ts'
import { inList } from '../../../db/dialect.ts'

interface MemberRole {
  collectionId: string
  personId: string
  mayWrite: boolean
}

/**
 * Sets the role of one member of a collection.
 * @returns false when the person is not a member
 */
export async function updateMemberRole(
  tx: Tx,
  granted: Granted<'collections.share'>,
  { collectionId, personId, mayWrite }: MemberRole,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('shares')
    .set({ may_write: mayWrite ? 1 : 0 })
    .where('collection_id', '=', collectionId)
    .where('person_id', '=', personId)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await openFor(tx, granted, { collectionId, mayWrite })
  return true
}

/**
 * Adds a member, or sets the role of one.
 * @returns false when the person was a member before
 */
export async function putMember(
  tx: Tx,
  _granted: Granted<'collections.share'>,
  { collectionId, personId, ownerId, mayWrite, now }: MemberRole & { ownerId: string; now: number },
): Promise<boolean> {
  await endAccessRequests(tx, { collectionIds: [collectionId], personIds: [personId] })
  const role = { may_write: mayWrite ? 1 : 0 }
  const known = await tx
    .updateTable('shares')
    .set(role)
    .where('collection_id', '=', collectionId)
    .where('person_id', '=', personId)
    .executeTakeFirst()
  if (known.numUpdatedRows > 0n) return false
  const row = {
    collection_id: collectionId,
    person_id: personId,
    owner_id: ownerId,
    ...role,
    created_at: now,
  }
  await tx
    .insertInto('shares')
    .values(row)
    .onConflict(conflict => conflict.columns(['collection_id', 'person_id']).doUpdateSet(role))
    .execute()
  return true
}

/** Updates the settings of a collection for one more reader or writer: readers need a level that admits them. */
export async function openFor(
  tx: Tx,
  _granted: Granted<'collections.share'>,
  { collectionId, mayWrite }: Pick<MemberRole, 'collectionId' | 'mayWrite'>,
): Promise<void> {
  const update = tx.updateTable('collections').where('id', '=', collectionId)
  // Suggestions are useless when a team can write.
  if (mayWrite) await update.set({ enable_sugg: 0 }).where('enable_sugg', '!=', 0).execute()
  else await update.set({ read_level: 1 }).where('read_level', '=', 0).execute()
}

/**
 * How long a person must wait before a repeated request for the same collection, and how long the owner sees a
 * request; in milliseconds.
 */
const repeatMs = 7 * 86_400_000
const listedMs = 30 * 86_400_000

/**
 * Stores a person's request for access.
 * @returns false when the last one is less than a week old
 */
export async function putAccessRequest(
  tx: Tx,
  { collectionId, personId, now }: { collectionId: string; personId: string; now: number },
): Promise<boolean> {
  const row = await tx
    .insertInto('access_requests')
    .values({ collection_id: collectionId, person_id: personId, created_at: now, declined_at: null })
    .onConflict(conflict =>
      conflict
        .columns(['collection_id', 'person_id'])
        .doUpdateSet({ created_at: now, declined_at: null })
        .where('access_requests.created_at', '<=', now - repeatMs),
    )
    .returning('created_at')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Returns who asked for access to a collection in the last 30 days and is not a member, the latest first.
 * @param path the collection and its ancestors
 */
export async function listAccessRequests(
  db: Queries,
  collectionId: string,
  { path, now }: { path: readonly string[]; now: number },
) {
  return db
    .selectFrom('access_requests as r')
    .innerJoin('user as u', 'u.id', 'r.person_id')
    .select(['u.id', 'u.email', 'u.name', 'r.created_at'])
    .where('r.collection_id', '=', collectionId)
    .where('r.created_at', '>', now - listedMs)
    .where('r.declined_at', 'is', null)
    .where(eb =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('shares as s')
            .select('s.person_id')
            .whereRef('s.person_id', '=', 'r.person_id')
            .where(inList(db, 's.collection_id', path)),
        ),
      ),
    )
    .orderBy('r.created_at', 'desc')
    .orderBy('u.id')
    .limit(200)
    .execute()
}

/** Records that a request was declined. The row remains, so that the person cannot repeat the request immediately. */
export async function declineAccessRequest(
  tx: Tx,
  { collectionId, personId, now }: { collectionId: string; personId: string; now: number },
): Promise<void> {
  await tx
    .updateTable('access_requests')
    .set({ declined_at: now })
    .where('collection_id', '=', collectionId)
    .where('person_id', '=', personId)
    .execute()
}

/** Deletes requests that are no longer listed. */
export async function deleteOldAccessRequests(tx: Tx, now: number): Promise<void> {
  await tx
    .deleteFrom('access_requests')
    .where('created_at', '<=', now - listedMs)
    .execute()
}
