import type { BulkReport } from '@nestmark/contract/jobs'
import { isAllowed } from '../../access/policies.ts'
import { collectionsWithRoles } from '../../access/roles.ts'
import type { ClaimedJob, JobKind, JobResult, SlotState } from '../../jobs/jobKind.ts'
import { isCancelWanted, saveProgress } from '../../jobs/store.ts'
import type { Services } from '../../services.ts'
import type { CommonServices } from '../../calls/services.ts'
import { errorTexts } from '@nestmark/texts/errors'
import { type LibraryPosition, listCollectionPages } from './collectionQuery.ts'
import { readOwnerChoice, findCopy, findLinkWithCopy, hasDueCopy, listVersions } from './copyStore.ts'
import { archiveLink } from './archiving/archiveLink.ts'
import { setCopy } from '../../db/copyState.ts'
import { archivePageKind } from './archiving/archivePage.job.ts'

/** The kind of the job that copies the pages of a collection. */
export const keepCollectionKind = 'keepCollection'

export interface KeepCollectionPayload {
  person: string
  /** The owner of the collection. */
  owner: string
  collection: string
  /** The position of the last link. */
  after: LibraryPosition
  /** The number of links that had a copy. */
  had: number
}

/** The number of links that the job reads per step. */
const linksAtOnce = 500
/** How often a page is tried before the job continues with the next. */
const attemptsPerPage = 3
/**
 * How often the job checks whether it was stopped while it copies a page, in milliseconds. A page takes up to a minute.
 */
const cancelPollMs = 500

/** Stores copies of the pages of a collection one after the other, with progress. */
export function keepCollection(services: Services): JobKind {
  return {
    kind: keepCollectionKind,
    concurrency: 2,
    attempts: 20,
    watched: true,
    touches: ['copies', 'storage', 'jobs'],
    run: (job, signal, slot) => archivePages(services, job, signal, slot),
  }
}

async function archivePages(
  services: Services,
  job: ClaimedJob,
  signal: AbortSignal,
  slot: SlotState,
): Promise<JobResult | 'yield'> {
  const { db } = services
  const payload = JSON.parse(job.payload) as KeepCollectionPayload
  const progress = { payload, report: readReport(job), done: job.done }
  let { attempts } = job
  let isUnsaved = false
  for (;;) {
    // The right is checked again, because it may end while the job runs.
    const actor = { personId: payload.person }
    const [collection] = await collectionsWithRoles(db.read, actor, [payload.collection])
    if (!collection || !isAllowed(collection.role, 'collections.edit'))
      return { state: 'failed', error: errorTexts['collections.notFound'] }
    const place = { ownerId: payload.owner, collectionId: payload.collection, after: payload.after }
    const links = await listCollectionPages(db.read, place, linksAtOnce)
    for (const {
      id,
      created_at,
      seq,
      is_inside: isInside,
      has_copy: hasCopy,
      is_wanted: isWanted,
    } of links) {
      signal.throwIfAborted()
      const isTried = isInside === 1 && isWanted === 1 && hasCopy === 0
      // A page takes up to a minute: until then the links before it are shown as done.
      if (isTried && isUnsaved && (await save(services, job, progress))) return { state: 'cancelled' }
      const outcome = isTried
        ? await keepOrCancel(services, job, id, { signal, isLast: attempts >= attemptsPerPage })
        : 'skipped'
      if (outcome === 'cancelled') return { state: 'cancelled' }
      payload.after = { created_at, seq }
      if (isInside === 1) progress.done = Math.min(progress.done + 1, job.total)
      isUnsaved = !isTried
      if (!isTried) {
        if (isInside === 1 && hasCopy === 1) payload.had++
        continue
      }
      attempts = 1
      progress.report[outcome === 'stored' ? 'changed' : 'left']++
      if (await save(services, job, progress)) return { state: 'cancelled' }
      if (await slot.isWanted()) return 'yield'
    }
    if (await save(services, job, progress)) return { state: 'cancelled' }
    if (links.length < linksAtOnce) return end(services, progress)
  }
}

interface Progress {
  payload: KeepCollectionPayload
  /** `changed`: the pages that were copied; `left`: those that could not be copied. */
  report: BulkReport
  done: number
}

const readReport = ({ report }: ClaimedJob): BulkReport =>
  report === null ? { action: 'keepCollection', changed: 0, left: 0 } : (JSON.parse(report) as BulkReport)

/** Returns whether the job was cancelled. */
async function save(
  { db }: Pick<CommonServices, 'db'>,
  job: ClaimedJob,
  { payload, report, done }: Progress,
): Promise<boolean> {
  const progress = { done, payload: JSON.stringify(payload), report: JSON.stringify(report) }
  return db.write(tx => saveProgress(tx, job, progress))
}

/** Reports that copies are off, where the choice of the owner left out every page. */
async function end({ db }: Pick<CommonServices, 'db'>, { payload, report }: Progress): Promise<JobResult> {
  const isNothing = payload.had + report.changed + report.left === 0
  if (isNothing && (await readOwnerChoice(db.read, payload.owner)) === 'never')
    return { state: 'failed', error: errorTexts['copies.off'] }
  return { state: 'done' }
}

/**
 * Copies one page, until the job is cancelled. A page that fails without an answer of its site is tried again, and left
 * after the last attempt, so that it does not hold up the others.
 */
async function keepOrCancel(
  services: Services,
  job: ClaimedJob,
  linkId: string,
  { signal, isLast }: { signal: AbortSignal; isLast: boolean },
): Promise<'stored' | 'failed' | 'cancelled'> {
  const { db } = services
  const cancelling = new AbortController()
  const poll = async () => {
    if (await isCancelWanted(db.read, job.id)) cancelling.abort(new Error('cancelled'))
  }
  // A failed read is repeated by the next one.
  const timer = setInterval(() => void poll().catch(() => undefined), cancelPollMs)
  const both = AbortSignal.any([signal, cancelling.signal])
  try {
    const failure = await archiveLink(services, linkId, true, both, isLast ? 'slow' : null)
    return failure === null ? 'stored' : 'failed'
  } catch (error) {
    if (isLast && !both.aborted) return 'failed'
    await releaseCopy(services, linkId)
    if (cancelling.signal.aborted && !signal.aborted) return 'cancelled'
    throw error
  } finally {
    clearInterval(timer)
  }
}

/**
 * Restores the previous state of a page whose copy was interrupted: otherwise its state would remain "keeping"
 * permanently.
 */
async function releaseCopy(services: Pick<CommonServices, 'db' | 'now'>, linkId: string): Promise<void> {
  await services.db.write(async tx => {
    const link = await findLinkWithCopy(tx, linkId)
    if (!link || (await findCopy(tx, linkId))?.state !== 'keeping') return
    const isQueued = await hasDueCopy(tx, link, archivePageKind, services.now())
    const hasVersions = (await listVersions(tx, linkId)).length > 0
    await setCopy(tx, linkId, { state: isQueued ? 'waiting' : hasVersions ? 'kept' : 'none' })
  })
}
