import type { Tx } from '../../../db/db.ts'
import type { ClaimedJob, JobResult, SlotState } from '../../../jobs/jobKind.ts'
import { requireOwnerId } from '../../../jobs/requireOwnerId.ts'
import { saveProgress } from '../../../jobs/store.ts'
import type { Services } from '../../../services.ts'

/** The number of links that a job reads per step. Open windows are notified after each that stored something. */
const linksAtOnce = 20
/** How often a link is tried while the server is busy, before the job continues with the next. */
const attemptsPerLink = 3

interface Visit<Link, Found> {
  /** Returns the next links after the sequence number in the payload. */
  list: (limit: number) => Promise<Link[]>
  /** @param isLast true on the last attempt @returns null when nothing was found */
  fetch: (link: Link, isLast: boolean) => Promise<Found | null>
  store: (tx: Tx, link: Link, found: Found) => Promise<void>
}

/**
 * Fetches something for links, one after the other, and stores it with the progress of the job: it continues where it was
 * stopped by a restart.
 * @param run `payload` is that of the job, with the sequence number of the last link that was visited
 */
export async function visitLinks<Link extends { seq: number }, Found>(
  { db, events }: Pick<Services, 'db' | 'events'>,
  run: { job: ClaimedJob; signal: AbortSignal; slot: SlotState; payload: { after: number } },
  { list, fetch, store }: Visit<Link, Found>,
): Promise<JobResult | 'yield' | void> {
  const { job, signal, slot, payload } = run
  let { attempts, done } = job
  for (;;) {
    const links = await list(linksAtOnce)
    let stored = 0
    try {
      for (const link of links) {
        signal.throwIfAborted()
        const found = await fetch(link, attempts >= attemptsPerLink)
        attempts = 1
        payload.after = link.seq
        done++
        const isCancelled = await db.write(async tx => {
          if (found) await store(tx, link, found)
          return saveProgress(tx, job, { payload: JSON.stringify(payload), done })
        })
        if (found) stored++
        if (isCancelled) return { state: 'cancelled' }
        if (await slot.isWanted()) return 'yield'
      }
    } finally {
      if (stored > 0) events.publish({ ownerId: requireOwnerId(job), topics: ['links'], by: null })
    }
    if (links.length < linksAtOnce) return
  }
}
