import * as contract from '@nestmark/contract/sharing/share'
import type { Output } from '@nestmark/contract/operation'
import { grantCollection } from '../../../access/grant.ts'
import { requirePlanFeature, withinInvitations } from '../../../access/planQuotas.ts'
import { refuse } from '../../../access/refuse.ts'
import type { Tx } from '../../../db/db.ts'
import { lockTree } from '../../../db/dialect.ts'
import { newId } from '../../../db/newId.ts'
import { notifyRecipients } from '../../../domainEvents/notifications.ts'
import { action } from '../../../calls/action.ts'
import { createPerson } from '../../session/createPerson.ts'
import { queueInvitedShares } from '../../session/invitedShares.ts'
import { findPerson } from '../../session/store.ts'
import { findUser, findUserByEmail } from '../../session/userStore.ts'
import { deleteInvitation, extendInvitation, findInvitation, putInvitation } from './invitationStore.ts'
import { openFor, putMember } from '../members/memberStore.ts'
import { postInvitation } from './postInvitation.ts'
import { presentInvitation } from './presentInvitation.ts'

/** How long an invitation can be accepted, in milliseconds. */
const invitationMs = 30 * 86_400_000

type Answer = Output<typeof contract.inviteMember>

/**
 * Adds the account with a confirmed address as a member, or invites the address. An account that has not confirmed
 * the address counts as none: any person could have created it.
 */
export const inviteMember = action(contract.inviteMember, async ({ actor, services }, input) => {
  const { db, config, now, jobs } = services
  const { email, folder_id: folderId } = input
  const mayWrite = input.type === 'write'
  // Checked before the lookup, so that only callers who may share learn who has an account.
  requirePlanFeature(actor.plan, 'teamSharing')
  await grantCollection(db.read, actor, 'collections.share', folderId)
  if ((await findUser(db.read, actor.personId))?.email === email) refuse('share.ownEmail')
  const sendsEmail = config.smtpUrl !== null
  const user = await findUserByEmail(db.read, email)
  const member = user && (user.emailVerified === 1 || !sendsEmail) ? user : null
  if (!member && !sendsEmail) refuse('share.emailNotFound')
  if (member && !(await findPerson(db.read, member.id))) await createPerson(services, member.id, '')

  const invite = async (tx: Tx): Promise<Answer> => {
    await lockTree(tx, actor.personId)
    const granted = await grantCollection(tx, actor, 'collections.share', folderId)
    const { id: collectionId, name, trashed_by: trashedBy } = granted.collection
    if (trashedBy !== null) refuse('collections.inTrash')
    const at = now()
    await openFor(tx, granted, { collectionId, mayWrite })
    if (member) {
      const row = { collectionId, personId: member.id, ownerId: actor.personId, mayWrite, now: at }
      const recipient = { personId: member.id, collectionId, count: 1, title: name }
      if (await putMember(tx, granted, row))
        await notifyRecipients(tx, { type: 'share.created', by: actor.personId, at }, [recipient])
      return { member: { _id: member.id, email }, invitation: null }
    }
    const { row, isNew } = await putInvitation(tx, granted, {
      id: newId(),
      collection_id: collectionId,
      owner_id: actor.personId,
      email,
      may_write: mayWrite ? 1 : 0,
      created_at: at,
      expires_at: at + invitationMs,
    })
    if (isNew)
      await postInvitation(tx, services, { ownerId: actor.personId, email, mayWrite, collection: name })
    return { member: null, invitation: presentInvitation(row) }
  }
  const answer = await db.write(tx =>
    withinInvitations(tx, { ownerId: actor.personId, now: now() }, () => invite(tx)),
  )
  // The address may have been confirmed since the lookup.
  const since = member ? undefined : await findUserByEmail(db.read, email)
  if (since) await db.write(tx => queueInvitedShares(tx, since.id, now()))
  jobs.wake()
  return answer
})

/** Sends the email of an invitation again, and extends the invitation. */
export const resendInvitation = action(contract.resendInvitation, async ({ actor, services }, input) => {
  const { db, now, jobs } = services
  requirePlanFeature(actor.plan, 'teamSharing')
  const row = await db.write(async tx => {
    await lockTree(tx, actor.personId)
    const granted = await grantCollection(tx, actor, 'collections.share', input.folder_id)
    const { id: collectionId, name: collection, trashed_by: trashedBy } = granted.collection
    if (trashedBy !== null) refuse('collections.inTrash')
    const found = await findInvitation(tx, input.invitation_id, { collectionId, now: now() })
    if (!found) return refuse('share.invitationNotFound')
    await extendInvitation(tx, granted, found.id, now() + invitationMs)
    const { email, may_write: mayWrite } = found
    await postInvitation(tx, services, {
      ownerId: actor.personId,
      email,
      mayWrite: mayWrite === 1,
      collection,
    })
    return found
  })
  jobs.wake()
  return presentInvitation(row)
})

/** Cancels an invitation that was not accepted yet, on every plan. */
export const cancelInvitation = action(
  contract.cancelInvitation,
  async ({ actor, services: { db, now } }, input) => {
    await db.write(async tx => {
      const granted = await grantCollection(tx, actor, 'collections.share', input.folder_id)
      const of = { collectionId: granted.collection.id, now: now() }
      const found = await findInvitation(tx, input.invitation_id, of)
      if (!found) return refuse('share.invitationNotFound')
      await deleteInvitation(tx, granted, found.id)
    })
    return {}
  },
)
