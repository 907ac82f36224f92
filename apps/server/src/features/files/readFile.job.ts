import type { JobKind } from '../../jobs/jobKind.ts'
import type { Services } from '../../services.ts'
import { setRead } from './linkFileStore.ts'

/** The kind of the job that reads the files of a link. */
export const readFileKind = 'readFile'

/** Returns the job that reads the files of a new link. */
export const toReadFileJob = (ownerId: string, linkId: string, now: number) => ({
  ownerId,
  kind: readFileKind,
  payload: { link: linkId },
  now,
})

/** Reads the files of a link. They have no previews yet, so they are only marked as read. */
export function readFile({ db, events }: Pick<Services, 'db' | 'events'>): JobKind {
  return {
    kind: readFileKind,
    concurrency: 2,
    perOwner: 1,
    attempts: 4,
    async run(job) {
      const { link } = JSON.parse(job.payload) as { link: string }
      const changed = await db.write(tx => setRead(tx, link))
      if (changed > 0 && job.owner_id) events.publish({ ownerId: job.owner_id, topics: ['links'], by: null })
    },
  }
}
