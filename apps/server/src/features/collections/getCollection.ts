import type { getCollection as getCollectionCall } from '@nestmark/contract/collections'
import type { Output, Parsed } from '@nestmark/contract/operation'
import type { Actor } from '../../access/actor.ts'
import type { Call } from '../../calls/call.ts'
import { OwnDataReply } from '../../calls/replies.ts'
import { countLinks, readInside } from './insideQuery.ts'
import { countWriters } from './publicSummaryQuery.ts'
import { readCollectionPage } from './readCollectionPage.ts'
import { readAncestors } from './store.ts'

/**
 * Returns one collection and its breadcrumb; for those who see it because it is public, also the numbers on its
 * public page.
 */
export async function getCollection(
  call: Call<Actor | null>,
  { folder_id: id }: Parsed<typeof getCollectionCall>,
): Promise<Output<typeof getCollectionCall> | OwnDataReply<Output<typeof getCollectionCall>>> {
  const head = await readCollectionPage(call, id)
  if (head.folder.role !== 'public') return new OwnDataReply(head)
  const { read } = call.services.db
  const path = await readAncestors(read, [id])
  const [counts, writers] = await Promise.all([
    readInside(read, [id]),
    countWriters(
      read,
      path.map(each => each.id),
    ),
  ])
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
}
