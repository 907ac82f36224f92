import * as contract from '@nestmark/contract/sharing/ownershipTransfer'
import { collectionsWithRoles } from '../../access/roles.ts'
import { action } from '../../calls/action.ts'
import { selectOffers, countBySubtree } from './store.ts'

/** Returns the offers to the caller, and by the caller. */
export const listOffers = action(contract.listOffers, async ({ actor, services: { db } }) => {
  const [toMe, byMe] = await Promise.all([
    selectOffers(db.read, 'person_id', actor.personId),
    selectOffers(db.read, 'owner_id', actor.personId),
  ])
  // Hides offers from members who were removed from the collection since.
  const seen = await collectionsWithRoles(
    db.read,
    actor,
    toMe.map(each => each.collection_id),
  )
  const mine = new Set(
    seen.filter(each => each.role === 'read' || each.role === 'write').map(each => each.id),
  )
  const open = toMe.filter(each => mine.has(each.collection_id))
  const sizes = await countBySubtree(
    db.read,
    open.map(each => each.collection_id),
  )
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
