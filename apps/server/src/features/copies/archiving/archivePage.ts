import * as contract from '@nestmark/contract/reading/copies'
import { grantLink } from '../../../access/grant.ts'
import { refuse } from '../../../access/refuse.ts'
import { action } from '../../../calls/action.ts'
import { findLinkWithCopy, hasDueCopy } from '../copyStore.ts'
import { archiveModeOf } from './archiveModeOf.ts'
import { archivePageKind } from './archivePage.job.ts'
import { presentCopies } from '../presentCopies.ts'
import { queueCopy } from './queueCopy.ts'

/** Queues a copy of the page of a link, unless one waits or is being made. */
export const archivePage = action(contract.archivePage, async (call, { link_id }) => {
  const { actor, services } = call
  await services.db.write(async tx => {
    await grantLink(tx, actor, 'links.edit', link_id)
    const link = await findLinkWithCopy(tx, link_id)
    if (!link?.address || link.is_trashed) return refuse('copies.noAddress')
    if (archiveModeOf(services.config, link) === 'never') refuse('copies.off')
    // A job that has stored its result may not have ended yet.
    const isPending = link.state === 'waiting' || link.state === 'keeping'
    if (!isPending || !(await hasDueCopy(tx, link, archivePageKind, services.now())))
      await queueCopy(tx, link, {}, services.now())
  })
  services.jobs.wake()
  return presentCopies(call, link_id)
})
