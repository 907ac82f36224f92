import * as contract from '@nestmark/contract/jobs'
import { refuse } from '../../access/refuse.ts'
import type { JobRow } from '../../db/tables/tables.ts'
import { action } from '../../calls/action.ts'
import { finishJob } from '../../jobs/fileStore.ts'
import { findJob, requestCancel } from '../../jobs/store.ts'
import { jobStatus } from './jobStatus.ts'
import { watchedKinds } from './presentJob.ts'

/** Cancels a job: a queued one ends immediately, a running one after its batch. Completed batches remain. */
export const cancelJob = action(contract.cancelJob, async (call, input) => {
  const { actor, services } = call
  await services.db.write(async tx => {
    const row = await findJob(tx, actor.personId, input.job)
    if (!row) return refuse('jobs.notFound')
    // Jobs of other kinds complete an action that must not stop halfway.
    if (row.finished_at !== null || !watchedKinds.includes(row.kind) || isHandedOver(row)) return
    await requestCancel(tx, row.id)
    if (row.state === 'queued') await finishJob(tx, row.id, { state: 'cancelled' }, services.now())
  })
  return jobStatus(call, input)
})

/**
 * Returns true when an ownership transfer has begun: the other person already owns a part, and the rest must follow.
 */
function isHandedOver({ kind, payload, done }: JobRow): boolean {
  return (
    kind === 'bulk' && done > 0 && (JSON.parse(payload) as { action?: string }).action === 'transferOwnership'
  )
}
