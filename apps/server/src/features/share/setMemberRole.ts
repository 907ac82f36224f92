import { setMemberRole as setMemberRoleCall } from '@nestmark/contract/share'
import type { Output, Parsed } from '@nestmark/contract/operation'
import { grantCollection } from '../../access/grant.ts'
import { requirePlanFeature } from '../../access/planQuotas.ts'
import { refuse } from '../../access/refuse.ts'
import type { Call } from '../../calls/call.ts'
import { updateMemberRole } from './memberStore.ts'

/** Sets the role of one member to reader or writer. The reverse call undoes it, so it has no undo record. */
export async function setMemberRole(
  { actor, services: { db } }: Call,
  input: Parsed<typeof setMemberRoleCall>,
): Promise<Output<typeof setMemberRoleCall>> {
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
}
