import * as contract from '@nestmark/contract/sharing/share'
import { grantCollection, grantLink } from '../../../access/grant.ts'
import { refuse } from '../../../access/refuse.ts'
import type { Tx } from '../../../db/db.ts'
import { action } from '../../../calls/action.ts'
import type { Call } from '../../../calls/call.ts'
import { ensureShortCode, setLinkPublic, findTarget } from '../store.ts'
import type { CommonServices } from '../../../calls/services.ts'

/** Makes one link public, or private again. */
export const makeLinkPublic = action(contract.makeLinkPublic, async ({ actor, services: { db } }, input) => {
  await db.write(async tx => {
    const granted = await grantLink(tx, actor, 'links.share', input.link_id)
    if (input.is_public === 1 && granted.link.key_id !== null) refuse('encryption.encrypted')
    await setLinkPublic(tx, granted, input.link_id, input.is_public === 1)
  })
  return { is_public: input.is_public }
})

/** Returns the short address of a link. It opens nothing that the long address would not open. */
export const shareLink = action(contract.shareLink, (call, { link_id }) =>
  createShortAddress(call, async tx => {
    const granted = await grantLink(tx, call.actor, 'links.share', link_id)
    const target = { link_id, collection_id: null, ownerId: granted.link.owner_id, now: call.services.now() }
    return ensureShortCode(tx, granted, target)
  }),
)

/** Returns the short address of a collection. */
export const createShortLink = action(contract.createShortLink, (call, { folder_id: collection_id }) =>
  createShortAddress(call, async tx => {
    const granted = await grantCollection(tx, call.actor, 'collections.share', collection_id)
    const ownerId = granted.collection.owner_id
    return ensureShortCode(tx, granted, { link_id: null, collection_id, ownerId, now: call.services.now() })
  }),
)

async function createShortAddress(
  { services: { db, config } }: Call,
  ensureCode: (tx: Tx) => Promise<string>,
): Promise<{ short_link: string }> {
  return { short_link: `${config.publicUrl}/s/${await db.write(ensureCode)}` }
}

/** Returns the path of the page for a short address; for an unknown one, of the page that reports it. */
export async function pageOfShortCode({ db }: Pick<CommonServices, 'db'>, code: string): Promise<string> {
  const target = await findTarget(db.read, code)
  return target?.link_id ? `/l/${target.link_id}` : `/c/${target?.collection_id ?? 'unknown'}`
}
