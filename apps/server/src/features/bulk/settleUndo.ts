import type { Tx } from '../../db/db.ts'
import type { BulkPayload } from '../../deeds/bulk.ts'
import { clearRecord, reopenDeed } from '../../deeds/store.ts'
import { markEntryUndone, markUndone } from '../../notices/activity.ts'
import type { Step } from './step.ts'
import { joinDeed } from './undoStore.ts'

/**
 * Notes what a batch of an undo did, in its transaction. The first thing that is taken back marks the activity list; from
 * then on the record is used up. Where the last batch ends and nothing was taken back, the deed is opened again.
 * @param before how many things earlier batches took back
 */
export async function settleUndo(
  tx: Tx,
  { actor, at, undo, undoing }: Pick<BulkPayload, 'actor' | 'at' | 'undo' | 'undoing'>,
  before: number,
  { changed, next }: Step,
): Promise<void> {
  if (before + changed > 0) {
    await clearRecord(tx, undo!, next !== undefined && next !== 'again' && 'link' in next ? next : undefined)
    if (before > 0 || !undoing) return
    const who = { by: actor.personId, at }
    if ('entry' in undoing.note) await markEntryUndone(tx, { entry: undoing.note.entry, ...who })
    else await markUndone(tx, { deed: undoing.note.deed, ...who }, undoing.note.inside)
  } else if (next === undefined && undoing) {
    await reopenDeed(tx, undo!, undoing.until)
    if (undoing.whole) await joinDeed(tx, undo!, undoing.whole)
  }
}
