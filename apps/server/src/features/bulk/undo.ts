import type { undo as contract } from '@nestmark/contract/jobs'
import type { Output, Parsed } from '@nestmark/contract/operation'
import { limits } from '@nestmark/core/limits'
import type { Actor } from '../../access/actor.ts'
import { refuse } from '../../access/refuse.ts'
import type { Tx } from '../../db/db.ts'
import { lockTree } from '../../db/dialect.ts'
import type { DeedRow } from '../../db/tables.ts'
import { startBulk } from '../../deeds/bulk.ts'
import { closeDeed, deedOf, sizeOf } from '../../deeds/store.ts'
import { type Call, WithStatus } from '../../http/implement.ts'
import { markUndone } from '../../notices/activity.ts'
import { jobOf } from '../../jobs/store.ts'
import { undoStep } from './undoStep.ts'

type Undone = Output<typeof contract>

/**
 * Takes a deed of the caller back, once. A deed that a job is still doing is stopped first, by whoever wants it undone.
 * @throws Refused 'undo.gone' for somebody else's, what was taken back already, and what is too old; 'undo.running'
 */
export async function undo(call: Call, input: Parsed<typeof contract>): Promise<Undone | WithStatus<Undone>> {
  const { actor, services } = call
  const answer = await services.db.write(async tx => {
    await lockTree(tx, actor.personId)
    const at = services.now()
    const deed = await deedOf(tx, actor.personId, input.undo, at)
    if (!deed) return refuse('undo.gone')
    await markUndone(tx, { deed: deed.id, by: actor.personId, at })
    return takeBack(tx, actor, deed, at)
  })
  return answered(call, answer)
}

/**
 * Takes a deed back in this transaction, or leaves that to a job when it is large.
 * @param deed still open; the trees it is about are locked
 * @throws Refused 'undo.running'
 */
export async function takeBack(tx: Tx, actor: Actor, deed: DeedRow, at: number): Promise<Undone> {
  await refuseRunning(tx, deed)
  await closeDeed(tx, deed.id, at)
  const size = await sizeOf(tx, deed.id)
  if (size > limits.atOnce) {
    const started = await startBulk(tx, actor, { deed: 'undo', undo: deed.id }, size, at)
    return { changed: size, left: 0, placed: [], job: started }
  }
  const { changed, left, placed = [] } = await undoStep(tx, { actor, at }, deed.id)
  return { changed, left, placed }
}

/**
 * Ends the call while a job is still doing the deed.
 * @throws Refused 'undo.running'
 */
export async function refuseRunning(tx: Tx, deed: Pick<DeedRow, 'id' | 'person_id'>): Promise<void> {
  const job = await jobOf(tx, deed.person_id, deed.id)
  if (job && job.finished_at === null) refuse('undo.running')
}

/** The answer after the commit: 202 where a job goes on. */
export function answered({ services }: Call, answer: Undone): Undone | WithStatus<Undone> {
  if (answer.job === undefined) return answer
  services.jobs.wake()
  return new WithStatus(answer, 202, 'OK')
}
