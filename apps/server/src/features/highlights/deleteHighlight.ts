import * as contract from '@nestmark/contract/reading/highlights'
import { refuse } from '../../access/refuse.ts'
import { action } from '../../calls/action.ts'
import { lockPages, recountOrDelete } from './changeStore.ts'
import { findHighlight, listHighlights, removeHighlights } from './highlightStore.ts'

/** Deletes a highlight, and its page when it was the last one. */
export const deleteHighlight = action(
  contract.deleteHighlight,
  async ({ actor, services }, { highlight_id: id }) => {
    return services.db.write(async tx => {
      const known = await findHighlight(tx, id)
      if (known?.owner_id !== actor.personId) return refuse('highlights.notFound')
      const [page] = await lockPages(tx, actor.personId, 'id', [known.page_id])
      const [found] = page ? await listHighlights(tx, [page.id], { id }) : []
      if (!page || !found) return refuse('highlights.notFound')
      await removeHighlights(tx, [found.seq])
      await recountOrDelete(tx, [page.id])
      return { page_id: page.id, count: page.count - 1 }
    })
  },
)
