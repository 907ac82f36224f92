import type { undo as contract } from '@nestmark/contract/jobs'
import type { Output, Parsed } from '@nestmark/contract/operation'
import { limits } from '@nestmark/core/limits'
import type { Actor } from '../../access/actor.ts'
import { refuse } from '../../access/refuse.ts'
import type { Tx } from '../../db/db.ts'
import { lockTree } from '../../db/dialect.ts'
import type { UndoRow } from '../../db/tables.ts'
import { startBulk, type Undoing } from '../../undo/bulk.ts'
import { closeUndoRecord, findUndoRecord, countRecorded } from '../../undo/store.ts'
import { type Call, WithStatus } from '../../http/implement.ts'
import { findJob } from '../../jobs/store.ts'
import type { Services } from '../../services.ts'
import { settleUndo } from './settleUndo.ts'
import { doersPart } from './undoPart.ts'
import { undoStep } from './undoStep.ts'

type Undone = Output<typeof contract>

/**
 * Takes a deed of the caller back, once. A deed that a job is still doing is stopped first, by whoever wants it undone.
 * @throws Refused 'undo.gone' for somebody else's, what was taken back already, what is too old, and what the caller may
 *   not change any more; 'undo.running'
 */
export async function undo(call: Call, input: Parsed<typeof contract>): Promise<Undone | WithStatus<Undone>> {
  const { actor, services } = call
  const answer = await rollBackIfNothingUndone(services, async tx => {
    await lockTree(tx, actor.personId)
    const at = services.now()
    const deed = await findUndoRecord(tx, actor.personId, input.undo, at)
    if (!deed) return refuse('undo.gone')
    await refuseRunning(tx, deed)
    const { part, inside } = await doersPart(tx, actor, deed)
    return undoRecord(tx, actor, part, at, toUndoNote(deed, part, inside))
  })
  return answered(call, answer)
}

/** What is noted of a deed of which a part is taken back. */
export function toUndoNote(deed: UndoRow, part: UndoRow, inside?: readonly string[]): Undoing {
  return {
    note: { deed: deed.id, ...(inside && { inside }) },
    ...(part.id !== deed.id && { whole: deed.id }),
    until: deed.expires_at,
  }
}

/** Ends a transaction in which nothing could be taken back: what it wrote is rolled back with it. */
class NothingUndoneError extends Error {
  readonly left: number
  constructor(left: number) {
    super('Nothing was undone.')
    this.left = left
  }
}

/**
 * Runs an undo in one transaction. Where everything was changed meanwhile, nothing is written: neither is it noted in the
 * activity list nor is the record used up, so that whoever may take it back later still can.
 */
export async function rollBackIfNothingUndone<T>(
  { db }: Services,
  work: (tx: Tx) => Promise<T>,
): Promise<T | Undone> {
  try {
    return await db.write(work)
  } catch (error) {
    if (error instanceof NothingUndoneError) return { changed: 0, left: error.left, placed: [] }
    throw error
  }
}

/**
 * Takes a deed back in this transaction, or leaves that to a job when it is large.
 * @param deed still open; the trees it is about are locked
 * @throws NothingUndone
 */
export async function undoRecord(
  tx: Tx,
  actor: Actor,
  deed: UndoRow,
  at: number,
  undoing: Undoing,
): Promise<Undone> {
  await closeUndoRecord(tx, deed.id, at)
  const size = await countRecorded(tx, deed.id)
  if (size > limits.atOnce) {
    const started = await startBulk(tx, actor, { deed: 'undo', undo: deed.id, undoing }, size, at)
    return { changed: size, left: 0, placed: [], job: started }
  }
  const step = await undoStep(tx, { actor, at }, deed.id)
  if (step.changed === 0) throw new NothingUndoneError(step.left)
  await settleUndo(tx, { actor, at, undo: deed.id, undoing }, 0, step)
  return { changed: step.changed, left: step.left, placed: step.placed ?? [] }
}

/**
 * Ends the call while a job is still doing the deed.
 * @throws Refused 'undo.running'
 */
export async function refuseRunning(tx: Tx, deed: Pick<UndoRow, 'id' | 'person_id'>): Promise<void> {
  const job = await findJob(tx, deed.person_id, deed.id)
  if (job && job.finished_at === null) refuse('undo.running')
}

/** The answer after the commit: 202 where a job goes on. */
export function answered({ services }: Call, answer: Undone): Undone | WithStatus<Undone> {
  if (answer.job === undefined) return answer
  services.jobs.wake()
  return new WithStatus(answer, 202, 'OK')
}
