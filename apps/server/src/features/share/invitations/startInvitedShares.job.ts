import { topicsOfEvents } from '@nestmark/contract/eventTypes'
import type { Actor } from '../../../access/actor.ts'
import { grantPermittedCollections } from '../../../access/grant.ts'
import type { Tx } from '../../../db/db.ts'
import type { InvitationRow } from '../../../db/tables/sharedTables.ts'
import { notifyRecipients } from '../../../domainEvents/notifications.ts'
import type { JobKind } from '../../../jobs/jobKind.ts'
import type { Services } from '../../../services.ts'
import { createPerson } from '../../session/createPerson.ts'
import { invitedSharesKind } from '../../session/invitedShares.ts'
import { findPerson } from '../../session/store.ts'
import { findUser } from '../../session/userStore.ts'
import { deleteOldAccessRequests } from '../members/memberStore.ts'
import { deleteExpiredInvitations, startShares, takeInvitations } from './invitationStore.ts'

/**
 * Turns the invitations of a confirmed address into shares, and notifies the new member. The rows are taken in the
 * transaction that writes the shares, so a second run finds none.
 */
export function startInvitedShares(services: Services): JobKind {
  const { db, now, events } = services
  return {
    kind: invitedSharesKind,
    concurrency: 2,
    // These jobs have no owner.
    perOwner: 2,
    attempts: 6,
    async cleanUp() {
      await db.write(async tx => {
        await deleteExpiredInvitations(tx, now())
        await deleteOldAccessRequests(tx, now())
      })
    },
    async run(job) {
      const { userId } = JSON.parse(job.payload) as { userId: string }
      if (!(await findUser(db.read, userId))) return
      if (!(await findPerson(db.read, userId))) await createPerson(services, userId, '')
      const owners = await db.write(tx => start(tx, userId, now()))
      for (const ownerId of owners.length > 0 ? [...owners, userId] : [])
        events.publish({ ownerId, by: null, topics: [...topicsOfEvents(['share.created']), 'notifications'] })
    },
  }
}

/** @returns the owners of the collections */
async function start(tx: Tx, userId: string, now: number): Promise<string[]> {
  // Read again: the address can have changed since.
  const user = await findUser(tx, userId)
  if (user?.emailVerified !== 1) return []
  const taken = await takeInvitations(tx, user.email, now)
  const byOwner = Map.groupBy(
    taken.filter(each => each.owner_id !== userId),
    each => each.owner_id,
  )
  for (const [ownerId, invitations] of byOwner)
    await startFromOwner(tx, ownerId, { userId, invitations, now })
  return [...byOwner.keys()]
}

async function startFromOwner(
  tx: Tx,
  ownerId: string,
  { userId, invitations, now }: { userId: string; invitations: readonly InvitationRow[]; now: number },
): Promise<void> {
  const owner = await findPerson(tx, ownerId)
  if (!owner || owner.closed_at !== null) return
  const actor: Actor = { personId: ownerId, sessionId: '', rootId: owner.root_id, plan: owner.plan }
  const ids = invitations.map(each => each.collection_id)
  const granted = await grantPermittedCollections(tx, actor, 'collections.share', ids)
  const names = new Map(granted.collections.map(each => [each.id, each.name]))
  const valid = invitations.filter(each => names.has(each.collection_id))
  await startShares(tx, granted, userId, valid, now)
  const recipients = valid.map(({ collection_id: collectionId }) => ({
    personId: userId,
    collectionId,
    count: 1,
    title: names.get(collectionId) ?? '',
  }))
  await notifyRecipients(tx, { type: 'share.created', by: ownerId, at: now }, recipients)
}
