import * as contract from '@nestmark/contract/reading/copies'
import { grantLink } from '../../access/grant.ts'
import { lockTree } from '../../db/dialect.ts'
import { action } from '../../calls/action.ts'
import { presentCopies } from '../copies/presentCopies.ts'
import { restorableMs } from '../uploads/storage/sweepFiles.job.ts'
import { restoreRemoved } from './restoreRemoved.ts'

/**
 * Restores copies of the page of a link that were deleted in the last 24 hours. A user who may delete them may restore them.
 * @throws Refused 'undo.expired', 'plan.storage' when they exceed the quota of the owner
 */
export const restoreCopy = action(contract.restoreCopy, async (call, { link_id, undo }) => {
  const { actor, services } = call
  const { copies, skipped } = await services.db.write(async tx => {
    const { link } = await grantLink(tx, actor, 'links.edit', link_id)
    await lockTree(tx, link.owner_id)
    const now = services.now()
    const order = { ownerId: link.owner_id, undo, since: now - restorableMs, linkId: link_id }
    return restoreRemoved(tx, order, now)
  })
  return { ...(await presentCopies(call, link_id)), restored: copies, skipped }
})
