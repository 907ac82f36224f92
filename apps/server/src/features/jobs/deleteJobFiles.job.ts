import { deleteFilesKind, deleteSomeParts, freePages } from '../../jobs/fileStore.ts'
import type { JobKind } from '../../jobs/jobKind.ts'
import type { Services } from '../../services.ts'

/** Deletes the rest of the files of jobs that have ended (`deleteFilesOf`), in batches. */
export function deleteJobFiles({ db, batches }: Pick<Services, 'db' | 'batches'>): JobKind {
  return {
    kind: deleteFilesKind,
    attempts: 5,
    async run({ payload }, signal) {
      const { jobs } = JSON.parse(payload) as { jobs: string[] }
      do signal.throwIfAborted()
      while (await batches.run('', () => db.write(tx => deleteSomeParts(tx, jobs))))
      await freePages(db)
    },
  }
}
