import * as contract from '@nestmark/contract/sharing/share'
import { grantCollection } from '../../../access/grant.ts'
import { requirePlanFeature } from '../../../access/planQuotas.ts'
import { refuse } from '../../../access/refuse.ts'
import { lockTree } from '../../../db/dialect.ts'
import { action } from '../../../calls/action.ts'
import { extendInvitation, findInvitation } from './invitationStore.ts'
import { invitationMs } from './inviteMember.ts'
import { postInvitation } from './postInvitation.ts'
import { presentInvitation } from './presentInvitation.ts'

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
