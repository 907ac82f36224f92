import { FetchRefused } from '../../../fetching/requests/fetchRefused.ts'
import type { ClaimedJob, JobKind, SlotState } from '../../../jobs/jobKind.ts'
import { requireOwnerId } from '../../../jobs/requireOwnerId.ts'
import { saveProgress } from '../../../jobs/store.ts'
import type { Pictures } from '../../../media/mediaTasks.ts'
import type { Services } from '../../../services.ts'
import { listMissingPictures, type MissingPicture, storeMissingPicture } from './missingPictureStore.ts'
import { fetchPicturesKind, type FetchPicturesPayload } from './queuePictures.ts'
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
    run: (job, signal, slot) => fetchAll({ services, unreachable }, job, signal, slot),
  }
}

interface Context {
  services: Services
  unreachable: UnreachableHosts
}

async function fetchAll(
  context: Context,
  job: ClaimedJob,
  signal: AbortSignal,
  slot: SlotState,
): Promise<void | 'yield'> {
  const { db, events, now } = context.services
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
        const pictures = await fetchPicture(context, ownerId, link, { signal, isLast })
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

/**
 * Returns null for a picture that cannot be fetched, or whose host could not be reached several times.
 * @throws FetchRefused when the server is busy or stops, so that the job is retried
 */
async function fetchPicture(
  { services: { scraper }, unreachable }: Context,
  ownerId: string,
  { source }: MissingPicture,
  { signal, isLast }: { signal: AbortSignal; isLast: boolean },
): Promise<Pictures | null> {
  if (unreachable.has(ownerId, source)) return null
  try {
    const pictures = await scraper.fetchPicture(source, { kind: 'job', key: ownerId }, signal)
    unreachable.note(ownerId, source, null)
    return pictures
  } catch (error) {
    if (!(error instanceof FetchRefused) || error.reason === 'aborted') throw error
    if (error.reason === 'busy' && !isLast) throw error
    if (error.reason !== 'busy') unreachable.note(ownerId, source, error.reason)
    return null
  }
}
