import * as contract from '@nestmark/contract/sharing/share'
import { grantCollection } from '../../../access/grant.ts'
import { refuse } from '../../../access/refuse.ts'
import { action } from '../../../calls/action.ts'
import { leaveShare } from '../store.ts'

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
