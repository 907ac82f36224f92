import { setCopy } from '../../db/copyState.ts'
import type { CommonServices } from '../../calls/services.ts'
import { findCopy, findLinkWithCopy, hasDueCopy, listVersions } from './copyStore.ts'
import { archivePageKind } from './archiving/archivePage.job.ts'

/**
 * Restores the previous state of a page whose copy was interrupted: otherwise its state would remain "keeping"
 * permanently.
 */
export async function releaseCopy(
  services: Pick<CommonServices, 'db' | 'now'>,
  linkId: string,
): Promise<void> {
  await services.db.write(async tx => {
    const link = await findLinkWithCopy(tx, linkId)
    if (!link || (await findCopy(tx, linkId))?.state !== 'keeping') return
    const isQueued = await hasDueCopy(tx, link, archivePageKind, services.now())
    const hasVersions = (await listVersions(tx, linkId)).length > 0
    await setCopy(tx, linkId, { state: isQueued ? 'waiting' : hasVersions ? 'kept' : 'none' })
  })
}
