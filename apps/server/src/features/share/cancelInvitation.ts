import type { cancelInvitation as cancelInvitationCall } from '@nestmark/contract/share'
import type { Output, Parsed } from '@nestmark/contract/operation'
import { grantCollection } from '../../access/grant.ts'
import { refuse } from '../../access/refuse.ts'
import type { Call } from '../../calls/call.ts'
import { deleteInvitation, findInvitation } from './invitationStore.ts'

/** Cancels an invitation that was not accepted yet, on every plan. */
export async function cancelInvitation(
  { actor, services: { db, now } }: Call,
  input: Parsed<typeof cancelInvitationCall>,
): Promise<Output<typeof cancelInvitationCall>> {
  await db.write(async tx => {
    const granted = await grantCollection(tx, actor, 'collections.share', input.folder_id)
    const of = { collectionId: granted.collection.id, now: now() }
    const found = await findInvitation(tx, input.invitation_id, of)
    if (!found) return refuse('share.invitationNotFound')
    await deleteInvitation(tx, granted, found.id)
  })
  return {}
}
