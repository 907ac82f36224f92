import type { JobKind } from '../../../jobs/jobKind.ts'
import { enqueue } from '../../../jobs/store.ts'
import type { Services } from '../../../services.ts'
import { findCopy } from '../copyStore.ts'
import { passingFailures } from './failures.ts'
import { archiveLink } from './archiveLink.ts'

/** The kind of the job that copies the page of one link. */
export const archivePageKind = 'keepPage'

export interface ArchivePagePayload {
  link: string
  /** The link was saved or changed. Otherwise a person requested the copy. */
  automatic?: boolean
  /** The attempt after a failure. */
  again?: boolean
}

/** The job is retried when all fetch slots are busy. */
const attempts = 6
/** How long after a failure an automatic copy is tried once more, in milliseconds. */
const againMs = 3_600_000

/** Stores a copy of the page of a link. A copy takes up to a minute, so only a few run concurrently. */
export function archivePage(services: Services): JobKind {
  const { db, now } = services
  return {
    kind: archivePageKind,
    concurrency: 2,
    attempts,
    touches: ['copies', 'storage'],
    async run(job, signal) {
      const payload = JSON.parse(job.payload) as ArchivePagePayload
      if (payload.again && (await findCopy(db.read, payload.link))?.fault === null) return
      const isLast = job.attempts >= attempts && !signal.aborted
      const isAutomatic = payload.automatic ?? false
      const failure = await archiveLink(services, payload.link, isAutomatic, signal, isLast ? 'slow' : null)
      if (!failure || !payload.automatic || payload.again || !passingFailures.has(failure)) return
      await db.write(tx =>
        enqueue(tx, {
          ownerId: job.owner_id,
          kind: archivePageKind,
          payload: { ...payload, again: true },
          now: now(),
          runAfter: now() + againMs,
        }),
      )
    },
  }
}
