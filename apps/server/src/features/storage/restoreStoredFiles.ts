import type { Output, Parsed } from '@nestmark/contract/operation'
import type { restoreStoredFiles as restore } from '@nestmark/contract/storage'
import { lockTree } from '../../db/dialect.ts'
import type { Call } from '../../calls/call.ts'
import { restorableMs } from '../files/sweepFiles.job.ts'
import { restoreRemoved } from './restoreRemoved.ts'

/**
 * Restores removed files and copies of pages to their links.
 * @throws Refused 'undo.expired', 'plan.storage' when the next ones exceed the quota
 */
export async function restoreStoredFiles(
  { services, actor }: Call,
  { undo }: Parsed<typeof restore>,
): Promise<Output<typeof restore>> {
  const ownerId = actor.personId
  return services.db.write(async tx => {
    await lockTree(tx, ownerId)
    const now = services.now()
    return restoreRemoved(tx, { ownerId, undo, since: now - restorableMs }, now)
  })
}
