import type { createShortLink as folder } from '@nestmark/contract/share'
import type { Output, Parsed } from '@nestmark/contract/operation'
import { grantCollection } from '../../access/grant.ts'
import type { Call } from '../../calls/call.ts'
import { ensureShortCode } from './store.ts'

/** Returns the short address of a collection. */
export async function createShortLink(
  { actor, services: { db, now, config } }: Call,
  input: Parsed<typeof folder>,
): Promise<Output<typeof folder>> {
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
}
