import * as contract from '@nestmark/contract/storage'
import { lockTree } from '../../db/dialect.ts'
import { action } from '../../calls/action.ts'
import { restorableMs } from '../uploads/storage/sweepFiles.job.ts'
import { restoreRemoved } from './restoreRemoved.ts'

/**
 * Restores removed files and copies of pages to their links.
 * @throws Refused 'undo.expired', 'plan.storage' when the next ones exceed the quota
 */
export const restoreStoredFiles = action(
  contract.restoreStoredFiles,
  async ({ services, actor }, { undo }) => {
    const ownerId = actor.personId
    return services.db.write(async tx => {
      await lockTree(tx, ownerId)
      const now = services.now()
      return restoreRemoved(tx, { ownerId, undo, since: now - restorableMs }, now)
    })
  },
)
