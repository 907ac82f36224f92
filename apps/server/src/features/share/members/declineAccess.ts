import * as contract from '@nestmark/contract/sharing/share'
import { grantCollection } from '../../../access/grant.ts'
import { action } from '../../../calls/action.ts'
import { declineAccessRequest } from './accessRequestStore.ts'

/** Declines a request for access. The person who asked is not notified. */
export const declineAccess = action(
  contract.declineAccess,
  async ({ actor, services: { db, now } }, { folder_id, person_id }) => {
    await db.write(async tx => {
      const { collection } = await grantCollection(tx, actor, 'collections.share', folder_id)
      await declineAccessRequest(tx, { collectionId: collection.id, personId: person_id, now: now() })
    })
    return {}
  },
)
