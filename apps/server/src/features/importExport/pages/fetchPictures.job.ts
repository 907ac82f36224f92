import type { ClaimedJob, JobKind, SlotState } from '../../../jobs/jobKind.ts'
import { requireOwnerId } from '../../../jobs/requireOwnerId.ts'
import { saveProgress } from '../../../jobs/store.ts'
import type { Services } from '../../../services.ts'
import { listMissingPictures, storeMissingPicture } from './missingPictureStore.ts'
import { fetchPicturesKind, type FetchPicturesPayload } from './queueReading.ts'
import { UnreachableHosts } from './unreachableHosts.ts'

/** The number of links that the job reads per step. Open windows are notified after each step. */
const linksAtOnce = 20
/** How often a picture is tried while the server is busy, before the job continues with the next. */
const attemptsPerPicture = 3

/**
 * Fetches the pictures that a bookmark file names for its links, one after the other: an import of 20,000 links uses one
 * fetch of its owner at a time, and lets the pictures of other owners pass.
 */
export function fetchPictures(services: Services): JobKind {
  const unreachable = new UnreachableHosts(services.steady)
  return {
    kind: fetchPicturesKind,
    concurrency: 2,
    attempts: 20,
    run: (job, signal, slot) => fetchAll(services, unreachable, job, signal, slot),
  }
}

async function fetchAll(
  services: Services,
  unreachable: UnreachableHosts,
  job: ClaimedJob,
  signal: AbortSignal,
  slot: SlotState,
): Promise<void | 'yield'> {
  const { db, events, now } = services
  const ownerId = requireOwnerId(job)
  const range = JSON.parse(job.payload) as FetchPicturesPayload
  let { attempts } = job
  for (;;) {
    const links = await listMissingPictures(db.read, ownerId, range, linksAtOnce)
    let stored = 0
    try {
      for (const link of links) {
        signal.throwIfAborted()
        const isLast = attempts >= attemptsPerPicture
        const pictures = await unreachable.fetch(ownerId, link.source, isLast, () =>
          services.scraper.fetchPicture(link.source, { kind: 'job', key: ownerId }, signal),
        )
        range.after = link.seq
        attempts = 1
        await db.write(async tx => {
          await saveProgress(tx, job, { payload: JSON.stringify(range) })
          if (pictures) await storeMissingPicture(tx, link, pictures, now())
        })
        if (pictures) stored++
        if (await slot.isWanted()) return 'yield'
      }
    } finally {
      if (stored > 0) events.publish({ ownerId, topics: ['links'], by: null })
    }
    if (links.length < linksAtOnce) return
  }
}
