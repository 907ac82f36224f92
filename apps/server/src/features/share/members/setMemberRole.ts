import * as contract from '@nestmark/contract/sharing/share'
import { grantCollection } from '../../../access/grant.ts'
import { requirePlanFeature } from '../../../access/planQuotas.ts'
import { refuse } from '../../../access/refuse.ts'
import { action } from '../../../calls/action.ts'
import { updateMemberRole } from './memberStore.ts'

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
