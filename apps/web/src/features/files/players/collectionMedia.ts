import { listCollectionLinks, listDashboardLinks } from '@nestmark/contract/links/links'
import { getUserData, type UserData } from '@nestmark/contract/session'
import type { Link } from '@nestmark/contract/shapes'
import { limits } from '@nestmark/core/limits'
import { operationKey, queryOptions } from '../../../lib/api/operations.ts'
import { queryClient } from '../../../lib/api/queryClient.ts'
import { type LinkQuery, readListQuery } from '../../links/listQuery.ts'

/** The order of a list. */
export type ListOrder = Pick<LinkQuery, 'sort' | 'order'>

/** The links of one category in a collection, or all of them, in the order of its list. */
export interface CollectionMedia {
  /** The index of the link from which it was read. */
  index: number
  total: number
  /** Returns the link at an index; undefined outside of the list. */
  read(index: number): Promise<Link | undefined>
}

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
): Promise<CollectionMedia> {
  const alone: CollectionMedia = {
    index: 0,
    total: 1,
    read: async index => (index === 0 ? link : undefined),
  }
  if (link.parent === '') return alone
  for (let page = 1; page <= searchedPages; page++) {
    const { links, total } = await fetchPage(link.parent, category, order, page)
    const at = links.findIndex(each => each._id === link._id)
    if (at >= 0) {
      const index = (page - 1) * limits.pageSize + at
      return { index, total, read: place => readPlace(link.parent, category, order, place) }
    }
    if (page * limits.pageSize >= total) break
  }
  return alone
}

/** Returns the link at an index among those of its category in a collection; undefined outside of the list. */
export async function readPlace(
  folderId: string,
  category: number | undefined,
  order: ListOrder,
  index: number,
): Promise<Link | undefined> {
  if (index < 0) return undefined
  const { links } = await fetchPage(folderId, category, order, Math.floor(index / limits.pageSize) + 1)
  return links[index % limits.pageSize]
}

async function fetchPage(
  folderId: string,
  category: number | undefined,
  { sort, order }: ListOrder,
  page: number,
): Promise<{ links: Link[]; total: number }> {
  const input = { folder_id: folderId, category, sort, order, page }
  const me = queryClient.getQueryData<UserData>(operationKey(getUserData, {}))
  const options = { quiet: true }
  return folderId === me?.root_folder
    ? queryClient.fetchQuery({ ...queryOptions(listDashboardLinks, input, options), staleTime: staleMs })
    : queryClient.fetchQuery({ ...queryOptions(listCollectionLinks, input, options), staleTime: staleMs })
}

/** Returns the order of the list on the page or below the open link. */
export function readListOrder(): ListOrder {
  const { usr } = (history.state ?? {}) as { usr?: { over?: { search: string } } }
  const { sort, order } = readListQuery(usr?.over?.search ?? location.search)
  return { sort, order }
}
