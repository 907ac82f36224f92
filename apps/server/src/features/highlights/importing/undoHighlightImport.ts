import { pluck } from '@nestmark/core/pluck'
import type { Tx } from '../../../db/db.ts'
import type { UndoRow } from '../../../db/tables/tables.ts'
import type { BulkPayload } from '../../../undo/bulkActions.ts'
import type { Step } from '../../../undo/step.ts'
import { lockPages, recountOrDelete } from '../changeStore.ts'
import { readImported, removeHighlights } from '../highlightStore.ts'

/** Highlights that one transaction removes: others write between two of them. */
const atOnce = 1000

/**
 * Runs the next batch that undoes a highlight import: removes the highlights that it created, except those changed since.
 * @param from where the batch begins, as the step before has returned it
 */
export async function undoHighlightImport(
  tx: Tx,
  { id, person_id: ownerId, at: importedAt }: UndoRow,
  from: BulkPayload['next'],
): Promise<Step> {
  const after = from && 'link' in from ? from.link : -1
  const found = await readImported(tx, id, { after, limit: atOnce })
  // The pages are locked in a fixed order, and then read again: a highlight may have been changed until then.
  const pages = await lockPages(tx, ownerId, 'id', [...new Set(found.map(each => each.page_id))])
  const last = found.at(-1)?.seq ?? after
  const unchanged = (await readImported(tx, id, { after, limit: found.length })).filter(
    each => each.updated_at <= importedAt && each.seq <= last,
  )
  await removeHighlights(tx, pluck(unchanged, 'seq'))
  await recountOrDelete(tx, pluck(pages, 'id'))
  return {
    changed: unchanged.length,
    left: found.length - unchanged.length,
    seen: found.length,
    ...(found.length === atOnce && { next: { link: last, state: '' } }),
  }
}
