import * as contract from '@nestmark/contract/sharing/share'
import { grantLink } from '../../../access/grant.ts'
import { refuse } from '../../../access/refuse.ts'
import { action } from '../../../calls/action.ts'
import { setLinkPublic } from '../store.ts'

/** Makes one link public, or private again. */
export const makeLinkPublic = action(contract.makeLinkPublic, async ({ actor, services: { db } }, input) => {
  await db.write(async tx => {
    const granted = await grantLink(tx, actor, 'links.share', input.link_id)
    if (input.is_public === 1 && granted.link.key_id !== null) refuse('encryption.encrypted')
    await setLinkPublic(tx, granted, input.link_id, input.is_public === 1)
  })
  return { is_public: input.is_public }
})
