import { deleteFilesKind } from '../../../jobs/fileStore.ts'
import type { JobKind } from '../../../jobs/jobKind.ts'
import { hasUnfinishedJobOfKind } from '../../../jobs/store.ts'
import type { Services } from '../../../services.ts'
import { purgeTexts } from '../../../db/statements/overwriting.ts'

export const purgeTextsKind = 'purgeTexts'

/**
 * Removes deleted texts from the files of SQLite after links were encrypted. On PostgreSQL, vacuum does this
 * (docs/encryption.md).
 */
export function purgeTextsJob({ db, batches }: Pick<Services, 'db' | 'batches'>): JobKind {
  return {
    kind: purgeTextsKind,
    attempts: 5,
    async run(job, signal) {
      // A large file of an import is deleted in parts, before what is left of it in the files of the database.
      if (await hasUnfinishedJobOfKind(db.read, deleteFilesKind))
        throw new Error('Files are still being deleted; the job is retried later.')
      await purgeTexts(db, job.id, work => {
        signal.throwIfAborted()
        return batches.run('', work)
      })
    },
  }
}
