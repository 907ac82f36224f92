import * as contract from '@nestmark/contract/collections'
import { pluck } from '@nestmark/core/pluck'
import { action } from '../../calls/action.ts'
import { OwnDataReply } from '../../calls/replies.ts'
import { countLinks, readInside } from './lists/insideQuery.ts'
import { countWriters } from './publicSummaryQuery.ts'
import { readCollectionPage } from './lists/readCollectionPage.ts'
import { readAncestors } from './store.ts'

/**
 * Returns one collection and its breadcrumb; for those who see it because it is public, also the numbers on its
 * public page.
 */
export const getCollection = action(contract.getCollection, async (call, { folder_id: id }) => {
  const head = await readCollectionPage(call, id)
  if (head.folder.role !== 'public') return new OwnDataReply(head)
  const { read } = call.services.db
  const path = await readAncestors(read, [id])
  const [counts, writers] = await Promise.all([readInside(read, [id]), countWriters(read, pluck(path, 'id'))])
  const { inside, updated } = counts?.get(id) ?? {}
  const summary = {
    links: inside ? countLinks(inside) : null,
    category_counts: inside?.category_counts ?? null,
    collections: inside?.collections ?? null,
    update_date: updated ?? null,
    // The owner adds to it too.
    contributors: writers + 1,
  }
  return { ...head, summary }
})
