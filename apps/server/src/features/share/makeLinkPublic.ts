import type { makeLinkPublic as publish } from '@nestmark/contract/share'
import type { Output, Parsed } from '@nestmark/contract/operation'
import { grantLink } from '../../access/grant.ts'
import { refuse } from '../../access/refuse.ts'
import type { Call } from '../../calls/call.ts'
import { setLinkPublic } from './store.ts'

/** Makes one link public, or private again. */
export async function makeLinkPublic(
  { actor, services: { db } }: Call,
  input: Parsed<typeof publish>,
): Promise<Output<typeof publish>> {
  await db.write(async tx => {
    const granted = await grantLink(tx, actor, 'links.share', input.link_id)
    if (input.is_public === 1 && granted.link.key_id !== null) refuse('encryption.encrypted')
    await setLinkPublic(tx, granted, input.link_id, input.is_public === 1)
  })
  return { is_public: input.is_public }
}
