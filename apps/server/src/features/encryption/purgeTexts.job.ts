import type { JobKind } from '../../jobs/jobKind.ts'
import type { Services } from '../../services.ts'
import { purgeTexts } from '../../db/overwriting.ts'

export const purgeTextsKind = 'purgeTexts'

/**
 * Removes deleted texts from the files of SQLite after links were encrypted. On PostgreSQL, vacuum does this
 * (docs/encryption.md).
 */
export function purgeTextsJob({ db, batches }: Pick<Services, 'db' | 'batches'>): JobKind {
  return {
    kind: purgeTextsKind,
    concurrency: 1,
    perOwner: 1,
    attempts: 5,
    async run(job, signal) {
      await purgeTexts(db, job.id, work => {
        signal.throwIfAborted()
        return batches.run('', work)
      })
    },
  }
}
