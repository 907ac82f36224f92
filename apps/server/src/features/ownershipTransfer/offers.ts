import { pluck } from '@nestmark/core/pluck'
import * as contract from '@nestmark/contract/sharing/ownershipTransfer'
import { limits } from '@nestmark/core/limits'
import type { Output } from '@nestmark/contract/operation'
import { assertDefined } from '@nestmark/core/assertDefined'
import { grantCollection } from '../../access/grant.ts'
import { refuse } from '../../access/refuse.ts'
import { collectionsWithRoles } from '../../access/roles.ts'
import { lockTree, lockTrees } from '../../db/dialect.ts'
import { enqueueBulkAction, replyToBulkAction } from '../../undo/bulkActions.ts'
import { action } from '../../calls/action.ts'
import { notifyRecipients } from '../../domainEvents/notifications.ts'
import { isLarge } from '../collections/subtreeQuery.ts'
import { manyDescendants } from '../collections/placing/targets.ts'
import { hasMoreLinksThan } from '../trash/store.ts'
import { changeOwner, checkOwnershipTransfer, isMember } from './changeOwner.ts'
import { countBySubtree, deleteOffers, findOffer, putOffer, selectOffers, hasAccount } from './store.ts'

/** Offers a collection to a member, who is notified. */
export const offerCollection = action(
  contract.offerCollection,
  async ({ actor, services: { db, now } }, input) => {
    await db.write(async tx => {
      await lockTree(tx, actor.personId)
      const { collection } = await grantCollection(tx, actor, 'collections.share', input.folder_id)
      if (collection.parent_id === null) refuse('collections.rootFixed')
      if (collection.trashed_by !== null) refuse('collections.inTrash')
      const to = input.person_id
      if (!(await hasAccount(tx, to)) || !(await isMember(tx, to, collection.id)))
        return refuse('ownershipTransfer.notMember')
      const at = now()
      await putOffer(tx, {
        collection_id: collection.id,
        owner_id: actor.personId,
        person_id: to,
        created_at: at,
      })
      const recipient = { personId: to, collectionId: collection.id, count: 1, title: collection.name }
      await notifyRecipients(tx, { type: 'ownership.offered', by: actor.personId, at }, [recipient])
    })
    return {}
  },
)

/** Returns the offers to the caller, and by the caller. */
export const listOffers = action(contract.listOffers, async ({ actor, services: { db } }) => {
  const [toMe, byMe] = await Promise.all([
    selectOffers(db.read, 'person_id', actor.personId),
    selectOffers(db.read, 'owner_id', actor.personId),
  ])
  // Hides offers from members who were removed from the collection since.
  const seen = await collectionsWithRoles(db.read, actor, pluck(toMe, 'collection_id'))
  const mine = new Set(
    seen.filter(each => each.role === 'read' || each.role === 'write').map(each => each.id),
  )
  const open = toMe.filter(each => mine.has(each.collection_id))
  const sizes = await countBySubtree(db.read, pluck(open, 'collection_id'))
  return {
    to_me: open.map(each => ({
      folder: { _id: each.collection_id, name: each.name },
      from: { name: each.owner_name, email: each.owner_email },
      // A collection that was deleted since the offer was read is empty.
      ...(sizes.get(each.collection_id) ?? { links: 0, folders: 0 }),
      offered_date: each.created_at,
    })),
    by_me: byMe.map(each => ({
      folder: { _id: each.collection_id, name: each.name },
      to: { _id: each.person_id, email: each.person_email },
      offered_date: each.created_at,
    })),
  }
})

/** Withdraws an offer. Of a concurrent answer and withdrawal the first one counts, and the other finds no offer. */
export const withdrawOffer = action(contract.withdrawOffer, async ({ actor, services: { db } }, input) => {
  await db.write(async tx => {
    await lockTree(tx, actor.personId)
    const offer = await findOffer(tx, input.folder_id)
    if (offer?.owner_id !== actor.personId) refuse('ownershipTransfer.expired')
    await deleteOffers(tx, [input.folder_id])
  })
  return {}
})

type Answer = Output<typeof contract.answerOffer>

/**
 * Accepts or declines an offer. Locks both trees, so that of two concurrent answers, or of an answer and a
 * withdrawal, the first one counts. A large transfer is left to a job, which checks everything again.
 */
export const answerOffer = action(contract.answerOffer, async ({ actor, services }, input) => {
  const { db, now, events } = services
  const found = await findOffer(db.read, input.folder_id)
  if (found?.person_id !== actor.personId) return refuse('ownershipTransfer.expired')
  const ownerId = found.owner_id
  const answer = await db.write(async (tx): Promise<Answer> => {
    await lockTrees(tx, [actor.personId, ownerId])
    const at = now()
    if (input.accept === 0) {
      const offer = await findOffer(tx, input.folder_id)
      if (offer?.person_id !== actor.personId || offer.owner_id !== ownerId)
        refuse('ownershipTransfer.expired')
      await deleteOffers(tx, [input.folder_id])
      const recipient = { personId: ownerId, collectionId: input.folder_id, count: 1, title: '' }
      await notifyRecipients(tx, { type: 'ownership.declined', by: actor.personId, at }, [recipient])
      return {}
    }
    const handing = await checkOwnershipTransfer(tx, actor, input.folder_id)
    const tops: [string] = [input.folder_id]
    if (
      !(await isLarge(tx, tops, manyDescendants)) &&
      !(await hasMoreLinksThan(tx, tops, limits.transferAtOnce))
    ) {
      await changeOwner(tx, actor, handing, at, null)
      return {}
    }
    const { links } = assertDefined((await countBySubtree(tx, tops)).get(input.folder_id))
    const order = { action: 'transferOwnership', collections: tops, others: [ownerId] } as const
    return { job: await enqueueBulkAction(tx, actor, order, links + 1, at) }
  })
  // People who had access through its previous parent lose it.
  events.publish({
    ownerId,
    by: null,
    topics: ['collections', 'links', 'shares', 'tags', 'profile', 'favourites', 'notifications'],
  })
  return replyToBulkAction(services, answer)
})
