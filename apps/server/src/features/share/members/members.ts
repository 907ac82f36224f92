import * as contract from '@nestmark/contract/sharing/share'
import { requirePlanFeature } from '../../../access/planQuotas.ts'
import { refuse } from '../../../access/refuse.ts'
import { action } from '../../../calls/action.ts'
import { StatusReply } from '../../../calls/replies.ts'
import { findUser, findUserByEmail } from '../../session/userStore.ts'
import { grantCollection } from '../../../access/grant.ts'
import { updateMemberRole } from './memberStore.ts'
import { leaveShare } from '../store.ts'
import { declineAccessRequest } from './accessRequestStore.ts'

/**
 * Finds a person to share with. The plan is checked before the lookup, so that only callers who may share with people
 * learn who has an account.
 */
export const findMember = action(contract.findMember, async ({ actor, services: { db } }, input) => {
  requirePlanFeature(actor.plan, 'teamSharing')
  const email = input.email.toLowerCase()
  const me = await findUser(db.read, actor.personId)
  if (me?.email === email) refuse('share.ownEmail')
  const user = await findUserByEmail(db.read, email)
  if (!user) return refuse('share.emailNotFound')
  return new StatusReply({ _id: user.id, email: user.email }, 200, user.id)
})

/** Sets the role of one member to reader or writer. The reverse call undoes it, so it has no undo record. */
export const setMemberRole = action(contract.setMemberRole, async ({ actor, services: { db } }, input) => {
  requirePlanFeature(actor.plan, 'teamSharing')
  await db.write(async tx => {
    const granted = await grantCollection(tx, actor, 'collections.share', input.folder_id)
    if (granted.collection.trashed_by !== null) refuse('collections.inTrash')
    const role = {
      collectionId: granted.collection.id,
      personId: input.person_id,
      mayWrite: input.type === 'write',
    }
    if (!(await updateMemberRole(tx, granted, role))) refuse('share.notMember')
  })
  return {}
})

/** Removes one member of a collection, on every plan: members who were added before the plan ended can be removed. */
export const removeMember = action(
  contract.removeMember,
  async ({ actor, services: { db, events } }, input) => {
    await db.write(async tx => {
      const { collection } = await grantCollection(tx, actor, 'collections.share', input.folder_id)
      if (collection.trashed_by !== null) refuse('collections.inTrash')
      if (!(await leaveShare(tx, collection.id, input.person_id))) refuse('share.notMember')
    })
    // The removed member is notified once more, so that their page stops showing the collection.
    events.publish({ ownerId: input.person_id, by: null, topics: contract.removeMember.touches })
    return {}
  },
)

/** Removes the caller from a share. */
export const leaveCollection = action(
  contract.leaveCollection,
  async ({ actor, services: { db } }, input) => {
    const left = await db.write(tx => leaveShare(tx, input.folder_id, actor.personId))
    if (!left) refuse('collections.notFound')
    return {}
  },
)

/** Declines a request for access. The person who asked is not notified. */
export const declineAccess = action(
  contract.declineAccess,
  async ({ actor, services: { db, now } }, { folder_id, person_id }) => {
    await db.write(async tx => {
      const { collection } = await grantCollection(tx, actor, 'collections.share', folder_id)
      await declineAccessRequest(tx, { collectionId: collection.id, personId: person_id, now: now() })
    })
    return {}
  },
)
