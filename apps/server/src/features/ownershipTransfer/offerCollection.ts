import * as contract from '@nestmark/contract/sharing/ownershipTransfer'
import { grantCollection } from '../../access/grant.ts'
import { refuse } from '../../access/refuse.ts'
import { lockTree } from '../../db/dialect.ts'
import { action } from '../../calls/action.ts'
import { notifyRecipients } from '../../domainEvents/notifications.ts'
import { putOffer } from './store.ts'
import { hasAccount } from './transferStore.ts'
import { isMember } from './isMember.ts'

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
