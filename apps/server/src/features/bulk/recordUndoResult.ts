import type { Tx } from '../../db/db.ts'
import type { BulkPayload, Undoing, UndoAction } from '../../undo/bulkActions.ts'
import { deleteRecordedRows, setUndoExpiry } from '../../undo/store.ts'
import { markUndone, unmarkUndone } from '../../domainEvents/activity.ts'
import type { Step } from '../../undo/step.ts'
import { canUndoAny } from './undoPart.ts'
import { mergeUndoRecord } from './undoStore.ts'

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
