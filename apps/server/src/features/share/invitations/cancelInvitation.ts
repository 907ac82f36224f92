import * as contract from '@nestmark/contract/sharing/share'
import { grantCollection } from '../../../access/grant.ts'
import { refuse } from '../../../access/refuse.ts'
import { action } from '../../../calls/action.ts'
import { deleteInvitation, findInvitation } from './invitationStore.ts'

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
