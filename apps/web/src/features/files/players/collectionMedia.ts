import { type ListPlace, readAt, type ReadPage } from '../../links/list/listPlace.ts'
import { listCollectionLinks, listDashboardLinks } from '@nestmark/contract/links/links'
import { getUserData, type UserData } from '@nestmark/contract/session'
import type { Link } from '@nestmark/contract/shapes'
import { limits } from '@nestmark/core/limits'
import { operationKey, queryOptions } from '../../../lib/api/operations.ts'
import { queryClient } from '../../../lib/api/queryClient.ts'
import { type LinkQuery, readListQuery } from '../../links/listQuery.ts'

/** The order of a list. */
export type ListOrder = Pick<LinkQuery, 'sort' | 'order'>

/** How many pages are searched for a link. */
const searchedPages = 40
const staleMs = 60_000

/**
 * Finds a link among those of its category in its collection. A link that is in no visible collection, or too far from
 * its beginning, is alone.
 * @param order the order of the list
 */
export async function findInCollection(
  link: Link,
  category: number | undefined,
  order: ListOrder,
): Promise<ListPlace> {
  const alone: ListPlace = {
    index: 0,
    total: 1,
    read: async index => (index === 0 ? link : undefined),
  }
  if (link.parent === '') return alone
  const readPage = toCollectionReader(link.parent, category, order)
  for (let page = 1; page <= searchedPages; page++) {
    const { links, total } = await readPage(page)
    const at = links.findIndex(each => each._id === link._id)
    if (at >= 0) {
      return { index: (page - 1) * limits.pageSize + at, total, read: index => readAt(readPage, index) }
    }
    if (page * limits.pageSize >= total) break
  }
  return alone
}

/** Returns a function that reads the links of a category in a collection. */
export function toCollectionReader(
  folderId: string,
  category: number | undefined,
  { sort, order }: ListOrder,
): ReadPage {
  const options = { quiet: true }
  return page => {
    const input = { folder_id: folderId, category, sort, order, page }
    const me = queryClient.getQueryData<UserData>(operationKey(getUserData, {}))
    return folderId === me?.root_folder
      ? queryClient.fetchQuery({ ...queryOptions(listDashboardLinks, input, options), staleTime: staleMs })
      : queryClient.fetchQuery({ ...queryOptions(listCollectionLinks, input, options), staleTime: staleMs })
  }
}

/** Returns the order of the list on the page or below the open link. */
export function readListOrder(): ListOrder {
  const { usr } = (history.state ?? {}) as { usr?: { over?: { search: string } } }
  const { sort, order } = readListQuery(usr?.over?.search ?? location.search)
  return { sort, order }
}
