import type { shareLink as link } from '@nestmark/contract/share'
import type { Output, Parsed } from '@nestmark/contract/operation'
import { grantLink } from '../../access/grant.ts'
import type { Call } from '../../calls/call.ts'
import { ensureShortCode } from './store.ts'

/** Returns the short address of a link. It opens nothing that the long address would not open. */
export async function shareLink(
  { actor, services: { db, now, config } }: Call,
  input: Parsed<typeof link>,
): Promise<Output<typeof link>> {
  const code = await db.write(async tx => {
    const granted = await grantLink(tx, actor, 'links.share', input.link_id)
    const ownerId = granted.link.owner_id
    return ensureShortCode(tx, granted, { link_id: input.link_id, collection_id: null, ownerId, now: now() })
  })
  return { short_link: `${config.publicUrl}/s/${code}` }
}
