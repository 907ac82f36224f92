import type * as contract from '@nestmark/contract/ownershipTransfer'
import type { Output, Parsed } from '@nestmark/contract/operation'
import { grantCollection } from '../../access/grant.ts'
import { refuse } from '../../access/refuse.ts'
import { collectionsWithRoles } from '../../access/roles.ts'
import { lockTree } from '../../db/dialect.ts'
import type { Call } from '../../http/implement.ts'
import { notifyPeople } from '../../domainEvents/notifications.ts'
import { deleteOffers, findOffer, selectOffers, putOffer, countBySubtree } from './store.ts'
import { hasAccount } from './transferStore.ts'

/** Offers a collection to a member, who is notified. */
export async function offerCollection(
  { actor, services: { db, now } }: Call,
  input: Parsed<typeof contract.offerCollection>,
): Promise<Output<typeof contract.offerCollection>> {
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
    await notifyPeople(tx, { type: 'ownership.offered', by: actor.personId, at }, [recipient])
  })
  return {}
}

/** Withdraws an offer. Of a concurrent answer and withdrawal the first one counts, and the other finds no offer. */
export async function withdrawOffer(
  { actor, services: { db } }: Call,
  input: Parsed<typeof contract.withdrawOffer>,
): Promise<Output<typeof contract.withdrawOffer>> {
  await db.write(async tx => {
    await lockTree(tx, actor.personId)
    const offer = await findOffer(tx, input.folder_id)
    if (offer?.owner_id !== actor.personId) refuse('ownershipTransfer.expired')
    await deleteOffers(tx, [input.folder_id])
  })
  return {}
}

/** Returns the offers to the caller, and by the caller. */
export async function listOffers({
  actor,
  services: { db },
}: Call): Promise<Output<typeof contract.listOffers>> {
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
}

/** Returns whether a person is a member of the collection or of one above, by name. */
export async function isMember(
  tx: Parameters<typeof collectionsWithRoles>[0],
  personId: string,
  collectionId: string,
): Promise<boolean> {
  const [seen] = await collectionsWithRoles(tx, { personId }, [collectionId])
  return seen?.role === 'read' || seen?.role === 'write'
}
