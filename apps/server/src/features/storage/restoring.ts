import * as copies from '@nestmark/contract/reading/copies'
import * as contract from '@nestmark/contract/storage'
import { grantLink } from '../../access/grant.ts'
import { lockTree } from '../../db/dialect.ts'
import { action } from '../../calls/action.ts'
import { presentCopies } from '../copies/presentCopies.ts'
import { restoreRemoved } from './restoreRemoved.ts'

/**
 * Restores removed files and copies of pages to their links.
 * @throws Refused 'undo.expired', 'plan.storage' when the next ones exceed the quota
 */
export const restoreStoredFiles = action(
  contract.restoreStoredFiles,
  ({ services, actor: { personId: ownerId } }, { undo }) =>
    services.db.write(async tx => {
      await lockTree(tx, ownerId)
      return restoreRemoved(tx, { ownerId, undo }, services.now())
    }),
)

/**
 * Restores copies of the page of a link that were deleted in the last 24 hours. A user who may delete them may restore them.
 * @throws Refused 'undo.expired', 'plan.storage' when they exceed the quota of the owner
 */
export const restoreCopy = action(copies.restoreCopy, async (call, { link_id: linkId, undo }) => {
  const { actor, services } = call
  const { copies: restored, skipped } = await services.db.write(async tx => {
    const { link } = await grantLink(tx, actor, 'links.edit', linkId)
    await lockTree(tx, link.owner_id)
    return restoreRemoved(tx, { ownerId: link.owner_id, undo, linkId }, services.now())
  })
  return { ...(await presentCopies(call, linkId)), restored, skipped }
})
