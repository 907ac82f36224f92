import {
  dashboardLinks,
  favLink,
  favLinks,
  getFolderLinks,
  getSingleLink,
  moveLinks,
  tagLinks,
  trashLinks,
} from '@nestmark/contract/links'
import type { Link } from '@nestmark/contract/shapes'
import { outboxTexts } from '@nestmark/texts/outbox'
import { operationKey, toastQueued, useOperationMutation } from '../../lib/api/operations.ts'
import { type Pages, readAhead, useOperationPages } from '../../lib/api/pages.ts'
import { queryClient } from '../../lib/api/queryClient.ts'
import { toastAction } from '../../lib/undo/actions.ts'
import { patchMe } from '../session/data.ts'
import { type LinkQuery, toLinkSet } from './listQuery.ts'

const toLinkPage = (answer: { links: Link[]; total: number }) => ({
  items: answer.links,
  total: answer.total,
})

/** The links of the whole library, or with a collection's id those in it alone. */
export function useDashboardLinks(query: LinkQuery, folder_id?: string): Pages<Link> {
  const { sort, order } = query
  return useOperationPages(dashboardLinks, { ...toLinkSet(query, folder_id), sort, order }, toLinkPage)
}

const inCollection = (folder_id: string, query: LinkQuery) => ({
  ...toLinkSet(query),
  folder_id,
  sort: query.sort,
  order: query.order,
})

/** The links of one collection, or of all beneath it too. */
export function useCollectionLinks(folder_id: string, query: LinkQuery, enabled = true): Pages<Link> {
  return useOperationPages(getFolderLinks, inCollection(folder_id, query), toLinkPage, { enabled })
}

/** Asks for the first of them before the page knows the collection itself. */
export function readLinksAhead(folder_id: string, query: LinkQuery): void {
  readAhead(getFolderLinks, inCollection(folder_id, query))
}

/** Changes a link wherever it lies in the cache. */
export function patchLinks(id: string, change: Partial<Link>): void {
  const patched = (link: Link) => (link._id === id ? { ...link, ...change } : link)
  queryClient.setQueriesData<unknown>(
    { predicate: query => (query.meta?.reads as string[] | undefined)?.includes('links') ?? false },
    (data: unknown) => {
      const answer = data as { links?: Link[]; link?: Link } | undefined
      if (!answer?.links && !answer?.link) return data
      return {
        ...answer,
        ...(answer.links && { links: answer.links.map(patched) }),
        ...(answer.link && { link: patched(answer.link) }),
      }
    },
  )
}

/** Takes links out of the lists in the cache; `where` is asked with the input of each list. */
function hideLinks(ids: readonly string[], where: (input: { folder_id?: string }) => boolean): void {
  for (const query of queryClient.getQueryCache().getAll()) {
    const answer = query.state.data as { links?: Link[]; total?: number } | undefined
    if (!answer?.links || !where((query.queryKey[1] ?? {}) as object)) continue
    const left = answer.links.filter(link => !ids.includes(link._id))
    const gone = answer.links.length - left.length
    if (gone > 0)
      query.setData({ ...answer, links: left, ...(answer.total && { total: answer.total - gone }) })
  }
}

/** What links are called in the list of what waits. */
const formatTitles = (ids: readonly string[]) =>
  (ids.length === 1 && knownLink(ids[0] as string)?.name) || outboxTexts.several(ids.length)

/** A link out of any list that was read. */
export function knownLink(id: string): Link | undefined {
  const one = queryClient.getQueryData<{ link: Link }>(operationKey(getSingleLink, { link_id: id }))
  if (one) return one.link
  for (const [, data] of queryClient.getQueriesData<{ links?: Link[] }>({})) {
    const links = Array.isArray(data?.links) ? data.links : []
    const found = links.find(link => link._id === id)
    if (found) return found
  }
  return undefined
}

/** Marks a link as a favourite or not, and shows it at once. */
export function useFavouriteLink() {
  return useOperationMutation(favLink, {
    later: ({ link_id }) => ({ title: formatTitles([link_id]) }),
    optimistic: ({ link_id, is_fav }) => {
      const mark = (value: 0 | 1) => {
        patchLinks(link_id, { favourite: value })
        patchMe(me => ({
          ...me,
          favourite_links: [...me.favourite_links.filter(id => id !== link_id), ...(value ? [link_id] : [])],
        }))
      }
      mark(is_fav)
      return () => mark(is_fav ? 0 : 1)
    },
  })
}

/** Moves links and says so. */
export function useMoveLinks() {
  return useOperationMutation(moveLinks, {
    onSuccess: (answer, { links = [] }) => toastAction('moveLinks', answer, answer.moved || links.length),
    later: ({ links = [] }) => (links.length > 0 ? { title: formatTitles(links) } : null),
    onKept: ({ links = [], move_to: to }) => {
      hideLinks(links, ({ folder_id: shown }) => shown !== undefined && shown !== to)
      for (const id of links) patchLinks(id, { parent: to })
      toastQueued()
    },
  })
}

/** Trashes links, says so, and offers to take it back. */
export function useTrashLinks() {
  return useOperationMutation(trashLinks, {
    later: ({ linkIdArr = [] }) => (linkIdArr.length > 0 ? { title: formatTitles(linkIdArr) } : null),
    onKept: ({ linkIdArr = [] }) => {
      hideLinks(linkIdArr, () => true)
      toastQueued()
    },
    onSuccess: (answer, { isTrash = 1 }) =>
      toastAction(isTrash === 1 ? 'trashLinks' : 'restoreLinks', answer, answer.changed),
  })
}

/** Puts tags on many links, or takes them off, and says so. */
export function useTagLinks() {
  return useOperationMutation(tagLinks, {
    onSuccess: answer => toastAction('tagLinks', answer, answer.changed),
  })
}

/** Marks many links as favourites, or takes the marks away, and says so. */
export function useFavouriteLinks() {
  return useOperationMutation(favLinks, {
    onSuccess: answer => toastAction('favouriteLinks', answer, answer.changed),
  })
}
