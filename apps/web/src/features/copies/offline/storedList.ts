import { listCollectionLinks, listDashboardLinks } from '@nestmark/contract/links/links'
import { getUserData, type UserData } from '@nestmark/contract/session'
import type { Link } from '@nestmark/contract/shapes'
import { limits } from '@nestmark/core/limits'
import { operationKey, queryOptions } from '../../../lib/api/operations.ts'
import { queryClient } from '../../../lib/api/queryClient.ts'
import { type ListPlace, readAt, type ReadPage, toPageNumber } from '../../links/list/listPlace.ts'
import { readListQuery, toLinkSet, toListOrder } from '../../links/listQuery.ts'
import type { ReaderState } from '../reader/readerState.ts'

const options = { quiet: true }
const staleTime = 60_000

/**
 * Returns the place of a link in the list from which the reader was opened, after a reload: the list is read again by its
 * address. Null for lists of other pages than the dashboard and a collection, and where the link is no longer near its place.
 */
export async function readStoredList(link: Link, { list, index }: ReaderState): Promise<ListPlace | null> {
  const fetchPage = list && toPageReader(list)
  if (!fetchPage || index === undefined) return null
  const page = toPageNumber(index)
  // Links that were added or removed before it may have moved it to the page beside it.
  for (const number of [page, page + 1, page - 1]) {
    if (number < 1) continue
    const { links, total } = await fetchPage(number)
    const at = links.findIndex(each => each._id === link._id)
    if (at >= 0)
      return { index: (number - 1) * limits.pageSize + at, total, read: place => readAt(fetchPage, place) }
  }
  return null
}

/** Returns a function that reads a page of a list, from 1; undefined for other lists. */
function toPageReader({ pathname, search }: NonNullable<ReaderState['list']>): ReadPage | undefined {
  const query = readListQuery(search)
  const order = toListOrder(query)
  const collection = /^\/c\/([^/]+)\/?$/.exec(pathname)?.[1]
  if (collection !== undefined) {
    const input = { ...toLinkSet(query), folder_id: collection, ...order }
    return page =>
      queryClient.fetchQuery({ ...queryOptions(listCollectionLinks, { ...input, page }, options), staleTime })
  }
  if (pathname !== '/dashboard') return undefined
  const isLoose = new URLSearchParams(search).get('in') === 'none'
  const root = queryClient.getQueryData<UserData>(operationKey(getUserData, {}))?.root_folder
  if (isLoose && root === undefined) return undefined
  const input = { ...toLinkSet(query, isLoose ? root : undefined), ...order }
  return page =>
    queryClient.fetchQuery({ ...queryOptions(listDashboardLinks, { ...input, page }, options), staleTime })
}
