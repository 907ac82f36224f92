import type { BulkReport } from '@nestmark/contract/jobs'
import { errorTexts } from '@nestmark/texts/errors'
import { Refused } from '../../access/refuse.ts'
import { deleteExpiredIdempotencyKeys } from '../../access/idempotencyKeys.ts'
import type { Tx } from '../../db/db.ts'
import { forFreeing } from '../../db/writes/reserveUse.ts'
import { lockTrees } from '../../db/dialect.ts'
import type { JobRow } from '../../db/tables/tables.ts'
import type { BulkPayload } from '../../undo/bulkActions.ts'
import { deleteExpiredActivity } from '../../domainEvents/activity.ts'
import { deleteExpiredUndoRecords } from '../../undo/store.ts'
import type { JobResult, JobKind } from '../../jobs/jobKind.ts'
import { requireOwnerId } from '../../jobs/requireOwnerId.ts'
import { saveProgress } from '../../jobs/store.ts'
import type { Services } from '../../services.ts'
import { copyStep } from '../collectionCopy/copyStep.ts'
import { mergeStep } from '../duplicates/mergeBatch.ts'
import { ruleStep } from '../ruleRuns/ruleStep.ts'
import { ownershipTransferStep } from '../ownershipTransfer/changeOwner.ts'
import { collectionsStep } from './collectionsStep.ts'
import { linksStep } from './linksStep.ts'
import { recordUndoResult } from './undo.ts'
import type { Step } from '../../undo/step.ts'
import { undoStep } from './undoStep.ts'

/**
 * Runs an action on many links or collections in short batches, one transaction each. Completed batches survive a
 * cancellation, a refusal or a kill: they are published and can be undone.
 */
export function bulk({ db, now, batches }: Pick<Services, 'db' | 'now' | 'batches'>): JobKind {
  const freeingDb = forFreeing(db)
  return {
    kind: 'bulk',
    concurrency: 2,
    small: { concurrency: 2 },
    attempts: 5,
    watched: true,
    cleanUp,
    touches: [
      'links',
      'collections',
      'tags',
      'favourites',
      'notes',
      'highlights',
      'trash',
      'highlights',
      'profile',
      'jobs',
      'shares',
      'notifications',
    ],
    async run(job, signal, slot): Promise<JobResult | 'yield'> {
      let payload = JSON.parse(job.payload) as BulkPayload
      const report = job.report === null ? fresh(job, payload) : (JSON.parse(job.report) as BulkReport)
      for (let done = job.done; ;) {
        signal.throwIfAborted()
        const taken = { ...report }
        let step: Step
        let cancel: boolean
        let mayContinue = true
        try {
          ;[step, cancel] = await batch(job, payload.action, async tx => {
            const others = payload.action === 'transferOwnership' ? payload.others : []
            await lockTrees(tx, [payload.actor.personId, ...others])
            const step = await runStep(tx, payload, job.id)
            taken.changed += step.changed
            taken.left += step.left
            if (payload.action === 'undo')
              mayContinue = await recordUndoResult(tx, payload, report.changed, step)
            if (step.placed?.length) taken.placed = [...(taken.placed ?? []), ...step.placed].slice(0, 50)
            const next = step.next === 'again' ? payload : { ...payload, next: step.next }
            const reached = { done: done + step.seen, report: JSON.stringify(taken) }
            return [step, await saveProgress(tx, job, { ...reached, payload: JSON.stringify(next) })]
          })
        } catch (error) {
          // For example, the target collection was trashed concurrently. A retry would be refused again.
          if (error instanceof Refused) return { state: 'failed', error: errorTexts[error.code] }
          throw error
        }
        Object.assign(report, taken)
        done += step.seen
        if (!mayContinue) return { state: 'failed', error: errorTexts['undo.expired'] }
        if (step.next === undefined) return { state: 'done' }
        if (step.next !== 'again') payload = { ...payload, next: step.next }
        // An ownership transfer cannot be cancelled once it has started: the rest must follow.
        if (cancel && payload.action !== 'transferOwnership') return { state: 'cancelled' }
        if (await slot.isWanted()) return 'yield'
      }
    },
  }

  function batch<T>(job: JobRow, action: BulkPayload['action'], work: (tx: Tx) => Promise<T>): Promise<T> {
    const writer = /^(delete|trash)/.test(action) ? freeingDb : db
    return batches.run(requireOwnerId(job), () => writer.write(work))
  }

  /** Deletes expired undo records, activity entries and request keys. */
  async function cleanUp(): Promise<void> {
    while (await batches.run('', () => db.write(tx => deleteExpiredUndoRecords(tx, now()))));
    while (await batches.run('', () => db.write(tx => deleteExpiredActivity(tx, now()))));
    while (await batches.run('', () => db.write(tx => deleteExpiredIdempotencyKeys(tx, now()))));
  }
}

function fresh(job: JobRow, payload: BulkPayload): BulkReport {
  const undoable =
    !['undo', 'transferOwnership'].includes(payload.action) && !payload.action.startsWith('delete')
  return { action: payload.action, changed: 0, left: 0, ...(undoable ? { undo: job.id } : {}) }
}

function runStep(tx: Tx, payload: BulkPayload, key: string): Promise<Step> {
  switch (payload.action) {
    case 'undo':
      return undoStep(tx, payload, payload.undo, key)
    case 'transferOwnership':
      return ownershipTransferStep(tx, payload, key)
    case 'copyCollection':
      return copyStep(tx, payload, key)
    case 'mergeLinks':
      return mergeStep(tx, payload, key)
    case 'applyRules':
      return ruleStep(tx, payload, key)
    case 'moveCollections':
    case 'trashCollections':
    case 'restoreCollections':
    case 'deleteCollections':
      return collectionsStep(tx, payload, key)
    default:
      return linksStep(tx, payload, key)
  }
}
