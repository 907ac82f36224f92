import { isAllowed } from '../../access/policies.ts'
import { collectionsWithRoles } from '../../access/roles.ts'
import type { ClaimedJob, JobKind, JobResult, SlotState } from '../../jobs/jobKind.ts'
import { isCancelWanted, saveProgress } from '../../jobs/store.ts'
import type { Services } from '../../services.ts'
import { errorTexts } from '@nestmark/texts/errors'
import { listWithoutCopy } from './collectionQuery.ts'
import { keepLink } from './keepLink.ts'
import { releaseCopy } from './releaseCopy.ts'

/** The kind of the job that keeps the pages of a collection. */
export const keepCollectionKind = 'keepCollection'

export interface KeepCollectionPayload {
  person: string
  collection: string
  /** The sequence number of the last link. */
  after: number
}

const linksAtOnce = 20
/** How often a page is tried before the job goes on to the next. */
const attemptsPerPage = 3
/** How often the job looks whether it was stopped while it keeps a page, in milliseconds. A page takes up to a minute. */
const cancelPollMs = 500

/** Keeps the pages of a collection one after the other, with progress. */
export function keepCollection(services: Services): JobKind {
  return {
    kind: keepCollectionKind,
    concurrency: 2,
    perOwner: 1,
    attempts: 20,
    watched: true,
    touches: ['copies', 'storage', 'jobs'],
    run: (job, signal, slot) => keepPages(services, job, signal, slot),
  }
}

async function keepPages(
  services: Services,
  job: ClaimedJob,
  signal: AbortSignal,
  slot: SlotState,
): Promise<JobResult | 'yield'> {
  const { db } = services
  let payload = JSON.parse(job.payload) as KeepCollectionPayload
  let { done, attempts } = job
  for (;;) {
    // The right is checked again, because it may end while the job runs.
    const actor = { personId: payload.person }
    const [collection] = await collectionsWithRoles(db.read, actor, [payload.collection])
    if (!collection || !isAllowed(collection.role, 'collections.edit'))
      return { state: 'failed', error: errorTexts['collections.notFound'] }
    const links = await listWithoutCopy(db.read, payload.collection, payload.after, linksAtOnce)
    if (links.length === 0) return { state: 'done' }
    for (const { id, seq } of links) {
      signal.throwIfAborted()
      if (await keepOrCancel(services, job, id, { signal, isLast: attempts >= attemptsPerPage }))
        return { state: 'cancelled' }
      attempts = 1
      payload = { ...payload, after: seq }
      const progress = { done: ++done, payload: JSON.stringify(payload) }
      const isCancelled = await db.write(tx => saveProgress(tx, job, progress))
      if (isCancelled) return { state: 'cancelled' }
      if (await slot.isWanted()) return 'yield'
    }
  }
}

/**
 * Keeps one page, until the job is cancelled. A page that fails without an answer of its site is tried again, and left
 * after the last attempt, so that it does not hold up the others.
 * @returns whether the job was cancelled
 */
async function keepOrCancel(
  services: Services,
  job: ClaimedJob,
  linkId: string,
  { signal, isLast }: { signal: AbortSignal; isLast: boolean },
): Promise<boolean> {
  const { db } = services
  const cancelling = new AbortController()
  const poll = async () => {
    if (await isCancelWanted(db.read, job.id)) cancelling.abort(new Error('cancelled'))
  }
  // A failed read is repeated by the next one.
  const timer = setInterval(() => void poll().catch(() => undefined), cancelPollMs)
  const both = AbortSignal.any([signal, cancelling.signal])
  try {
    await keepLink(services, linkId, true, both, isLast ? 'slow' : null)
    return false
  } catch (error) {
    if (isLast && !both.aborted) return false
    await releaseCopy(services, linkId)
    if (cancelling.signal.aborted && !signal.aborted) return true
    throw error
  } finally {
    clearInterval(timer)
  }
}
