import type { Output, Parsed } from '@nestmark/contract/operation'
import type { declineAccess as decline } from '@nestmark/contract/share'
import { grantCollection } from '../../access/grant.ts'
import type { Call } from '../../calls/call.ts'
import { declineAccessRequest } from './accessRequestStore.ts'

/** Declines a request for access. The person who asked is not notified. */
export async function declineAccess(
  { actor, services: { db, now } }: Call,
  { folder_id, person_id }: Parsed<typeof decline>,
): Promise<Output<typeof decline>> {
  await db.write(async tx => {
    const { collection } = await grantCollection(tx, actor, 'collections.share', folder_id)
    await declineAccessRequest(tx, { collectionId: collection.id, personId: person_id, now: now() })
  })
  return {}
}
