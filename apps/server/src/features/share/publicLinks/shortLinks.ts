import * as contract from '@nestmark/contract/sharing/share'
import { grantLink, grantCollection } from '../../../access/grant.ts'
import { action } from '../../../calls/action.ts'
import { ensureShortCode } from '../store.ts'

/** Returns the short address of a link. It opens nothing that the long address would not open. */
export const shareLink = action(
  contract.shareLink,
  async ({ actor, services: { db, now, config } }, input) => {
    const code = await db.write(async tx => {
      const granted = await grantLink(tx, actor, 'links.share', input.link_id)
      const ownerId = granted.link.owner_id
      return ensureShortCode(tx, granted, {
        link_id: input.link_id,
        collection_id: null,
        ownerId,
        now: now(),
      })
    })
    return { short_link: `${config.publicUrl}/s/${code}` }
  },
)

/** Returns the short address of a collection. */
export const createShortLink = action(
  contract.createShortLink,
  async ({ actor, services: { db, now, config } }, input) => {
    const code = await db.write(async tx => {
      const granted = await grantCollection(tx, actor, 'collections.share', input.folder_id)
      const ownerId = granted.collection.owner_id
      return ensureShortCode(tx, granted, {
        link_id: null,
        collection_id: input.folder_id,
        ownerId,
        now: now(),
      })
    })
    return { short_link: `${config.publicUrl}/s/${code}` }
  },
)
