import { getCopy } from '@nestmark/contract/reading/copies'
import type { Link } from '@nestmark/contract/shapes'
import { useQuery } from '@tanstack/react-query'
import { queryOptions } from '../../lib/api/operations.ts'
import { queryClient } from '../../lib/api/queryClient.ts'
import { findInCollection } from '../files/players/collectionMedia.ts'
import { formatTitle } from '../links/linkDisplay.ts'
import { readListQuery } from '../links/listQuery.ts'
import { getReadingList } from '../links/list/openList.ts'
import { hasKeepablePage } from '../links/detail/linkCopies.ts'
import type { ReaderState } from './reader/readerState.ts'
import type { ListPlace } from '../links/list/listPlace.ts'
import { readStoredList } from './offline/storedList.ts'

/** A link before or after the one that is read. */
export interface AdjacentLink {
  title: string
  /** Its reader, or its page where it has no copy to read. */
  to: string
  state: object | null
}

export interface AdjacentLinks {
  /** The index of the link in its list, from 0, and the length of the list. */
  index: number
  total: number
  /** The address of the list; undefined for the link's collection. */
  list: ReaderState['list']
  previous: AdjacentLink | undefined
  next: AdjacentLink | undefined
}

/**
 * Returns the links before and after a link: those of the list from which the reader was opened, else those of its
 * collection. Undefined until they are known.
 */
export function useAdjacentLinks(link: Link, state: ReaderState): AdjacentLinks | undefined {
  return useQuery({
    queryKey: ['adjacentLinks', link._id, state.index, state.list],
    queryFn: () => readAdjacentLinks(link, state),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    meta: { quiet: true },
  }).data
}

async function readAdjacentLinks(link: Link, state: ReaderState): Promise<AdjacentLinks> {
  const { index, total, read, isOpen } = await findList(link, state)
  const toAdjacentLink = async (at: number): Promise<AdjacentLink | undefined> => {
    const found = at < 0 || at >= total ? undefined : await read(at)
    if (!found) return undefined
    const place = isOpen ? { index: at, list: state.list } : {}
    if (await hasArticle(found))
      return { title: formatTitle(found), to: `/l/${found._id}/read`, state: { ...state, ...place } }
    // Over the list, where the arrow keys continue.
    const over = isOpen && state.list ? { over: state.list, index: at } : null
    return { title: formatTitle(found), to: `/l/${found._id}`, state: over }
  }
  const [previous, next] = await Promise.all([toAdjacentLink(index - 1), toAdjacentLink(index + 1)])
  return { index, total, list: isOpen ? state.list : undefined, previous, next }
}

interface FoundList extends ListPlace {
  /** It is the list from which the reader was opened. */
  isOpen: boolean
}

async function findList(link: Link, state: ReaderState): Promise<FoundList> {
  const list = getReadingList()
  const index = list && state.index !== undefined ? list.find(link._id, state.index) : -1
  if (list && index >= 0) return { index, total: list.total(), read: list.read, isOpen: true }
  const stored = await readStoredList(link, state)
  if (stored) return { ...stored, isOpen: true }
  const isOwnList = state.list?.pathname === `/c/${link.parent}`
  const { sort, order } = readListQuery(isOwnList ? (state.list?.search ?? '') : '')
  return { ...(await findInCollection(link, undefined, { sort, order })), isOpen: false }
}

/** Returns whether a link has a copy that the reader shows. */
async function hasArticle(link: Link): Promise<boolean> {
  if (!hasKeepablePage(link)) return false
  const query = queryOptions(getCopy, { link_id: link._id }, { quiet: true })
  const copies = await queryClient.fetchQuery({ ...query, staleTime: 60_000 }).catch(() => null)
  return typeof copies?.versions[0]?.reader === 'string'
}
