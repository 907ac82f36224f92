import * as contract from '@nestmark/contract/reading/highlights'
import { pluck } from '@nestmark/core/pluck'
import { refuse } from '../../access/refuse.ts'
import { action } from '../../calls/action.ts'
import { listOfPages, lockPages, recountOrDelete } from './changeStore.ts'
import { removeHighlights } from './highlightStore.ts'
import { listPagesToDelete } from './listQuery.ts'

/** About so many highlights are deleted by one transaction: others can write between two of them. */
const atOnce = 1000

/** Deletes highlights, and pages with all their highlights (HL-05). */
export const deleteHighlights = action(
  contract.deleteHighlights,
  async ({ actor, services: { db } }, { highlights: ids }) => {
    if (ids.length === 0) refuse('highlights.noneChosen')
    const pages = await listPagesToDelete(db.read, actor.personId, ids)
    const chosen = new Set(ids)
    let deleted = 0
    let part: string[] = []
    let size = 0
    const deletePart = async () => {
      const pageIds = part
      part = []
      size = 0
      await db.write(async tx => {
        const locked = await lockPages(tx, actor.personId, 'id', pageIds)
        const found = await listOfPages(tx, pluck(locked, 'id'))
        const seqs = found.flatMap(each => (chosen.has(each.id) || chosen.has(each.page_id) ? each.seq : []))
        await removeHighlights(tx, seqs)
        await recountOrDelete(tx, pluck(locked, 'id'))
        deleted += seqs.length
      })
    }
    for (const { id, count } of pages) {
      part.push(id)
      size += count
      if (size >= atOnce) await deletePart()
    }
    if (part.length > 0) await deletePart()
    if (deleted === 0) refuse('highlights.notFound')
    return { deleted }
  },
)
