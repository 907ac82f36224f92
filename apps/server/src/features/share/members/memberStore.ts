import type { Granted } from '../../../access/grant.ts'
import type { Tx } from '../../../db/db.ts'
import { endAccessRequests } from '../../collections/accessRequestStore.ts'

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
