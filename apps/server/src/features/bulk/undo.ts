import * as contract from '@nestmark/contract/jobs'
import type { Output } from '@nestmark/contract/operation'
import { limits } from '@nestmark/core/limits'
import type { Actor } from '../../access/actor.ts'
import { refuse } from '../../access/refuse.ts'
import type { Tx } from '../../db/db.ts'
import { lockTree } from '../../db/dialect.ts'
import type { UndoRow } from '../../db/tables/tables.ts'
import {
  enqueueBulkAction,
  type Undoing,
  type BulkPayload,
  type UndoAction,
  replyToBulkAction,
} from '../../undo/bulkActions.ts'
import { findUndoRecord, countRecorded, setUndoExpiry, deleteRecordedRows } from '../../undo/store.ts'
import { action } from '../../calls/action.ts'
import { findJob } from '../../jobs/store.ts'
import type { CommonServices } from '../../calls/services.ts'
import { refusePlainText } from '../collections/placing/enterCollections.ts'
import { takeOwnUndoPart, canUndoAny } from './undoPart.ts'
import { undoStep } from './undoStep.ts'
import { listPlainToReturn, mergeUndoRecord } from './undoStore.ts'
import { markUndone, unmarkUndone } from '../../domainEvents/activity.ts'
import type { Step } from '../../undo/step.ts'

type Undone = Output<typeof contract.undo>

/**
 * Undoes an action of the caller, once. A job that is still running the action must be cancelled first, by the
 * caller.
 * @throws Refused 'undo.expired' for another person's action, one that is undone, expired, or no longer changeable by
 * the caller; 'undo.running'; 'encryption.plainText'
 */
export const undo = action(contract.undo, async (call, input) => {
  const { actor, services } = call
  const answer = await rollBackIfNothingUndone(services, async tx => {
    await lockTree(tx, actor.personId)
    const at = services.now()
    const record = await findUndoRecord(tx, actor.personId, input.undo, at)
    if (!record) return refuse('undo.expired')
    await refuseRunning(tx, record)
    const { part, inside } = await takeOwnUndoPart(tx, actor, record)
    const plain = input.plain === 1
    return undoRecord(tx, actor, part, { at, plain, undoing: toUndoNote(record, part, inside) })
  })
  return replyToBulkAction(services, answer)
})

/** Returns what to record about the undo of a part of an action. */
export function toUndoNote(record: UndoRow, part: UndoRow, inside?: readonly string[]): Undoing {
  return {
    note: { undo: record.id, ...(inside && { inside }) },
    ...(part.id !== record.id && { whole: record.id }),
    until: record.expires_at,
  }
}

/** Rolls back a transaction in which nothing could be undone. */
class NothingUndoneError extends Error {
  readonly left: number
  constructor(left: number) {
    super('Nothing was undone.')
    this.left = left
  }
}

/**
 * Runs an undo in one transaction. If every item was changed since, rolls back: the activity list gets no mark and
 * the undo record stays open for anyone who can undo it later.
 */
export async function rollBackIfNothingUndone<T>(
  { db }: Pick<CommonServices, 'db'>,
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
 * Undoes an action in this transaction, or leaves a large one to a job.
 * @param record the open undo record; the affected trees are locked
 * @param plain whether links in plain text may return to collections with a key
 * @throws NothingUndoneError; Refused 'encryption.plainText'
 */
export async function undoRecord(
  tx: Tx,
  actor: Actor,
  record: UndoRow,
  { at, plain, undoing }: { at: number; plain: boolean; undoing: Undoing },
): Promise<Undone> {
  await setUndoExpiry(tx, record.id, at)
  const size = await countRecorded(tx, record.id)
  if (size > limits.atOnce) {
    const returning = plain ? [] : await listPlainToReturn(tx, record)
    if (returning.length > 0) refusePlainText(returning)
    const order = { action: 'undo', undo: record.id, undoing, plain } as const
    const started = await enqueueBulkAction(tx, actor, order, size, at)
    return { changed: size, left: 0, placed: [], job: started }
  }
  const step = await undoStep(tx, { actor, at, plain }, record.id)
  if (step.changed === 0) throw new NothingUndoneError(step.left)
  await recordUndoResult(tx, { actor, at, undo: record.id, undoing }, 0, step)
  return { changed: step.changed, left: step.left, placed: step.placed ?? [] }
}

/**
 * Refuses while a job still runs the action.
 * @throws Refused 'undo.running'
 */
export async function refuseRunning(tx: Tx, record: Pick<UndoRow, 'id' | 'person_id'>): Promise<void> {
  const job = await findJob(tx, record.person_id, record.id)
  if (job && job.finished_at === null) refuse('undo.running')
}

/**
 * Records the result of an undo's batch, in its transaction. The first undone item marks the activity entry; from
 * then on the undo record is used up. Reopens the undo record when the last batch ends with nothing undone, and its
 * remainder when the person loses the rights before the end.
 * @param before the number of items that earlier batches have undone
 * @returns false when the person may no longer continue
 */
export async function recordUndoResult(
  tx: Tx,
  { actor, at, undo, undoing }: Pick<BulkPayload<UndoAction>, 'actor' | 'at' | 'undo' | 'undoing'>,
  before: number,
  { changed, left, next }: Step,
): Promise<boolean> {
  if (before > 0 && changed === 0 && left > 0 && undoing && !(await canUndoAny(tx, actor, undo))) {
    await reopen(tx, undo, undoing)
    await unmarkUndone(tx, undoing.note, undo)
    return false
  }
  if (before + changed > 0) {
    await deleteRecordedRows(
      tx,
      undo,
      next !== undefined && next !== 'again' && 'link' in next ? next : undefined,
    )
    if (before > 0 || !undoing) return true
    await markUndone(tx, undoing.note, { by: actor.personId, at })
  } else if (next === undefined && undoing) await reopen(tx, undo, undoing)
  return true
}

async function reopen(tx: Tx, part: string, { until, whole }: Undoing): Promise<void> {
  await setUndoExpiry(tx, part, until)
  if (whole) await mergeUndoRecord(tx, part, whole)
}
