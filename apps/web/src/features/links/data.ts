import { reorderLinks } from '@nestmark/contract/links/linkOrder'
import {
  listDashboardLinks,
  favouriteLink,
  favouriteLinks,
  listCollectionLinks,
  getLink,
  moveLinks,
  tagLinks,
  trashLinks,
} from '@nestmark/contract/links/links'
import type { Link } from '@nestmark/contract/shapes'
import { linksTexts as texts } from '@nestmark/texts/links/links'
import { outboxTexts } from '@nestmark/texts/outbox'
import type { Refusal } from '../../lib/api/client.ts'
import { operationKey, toastQueued, useOperationMutation } from '../../lib/api/operations.ts'
import { type Pages, prefetchFirstPage, useOperationPages } from '../../lib/api/pages.ts'
import { hideItems, queryClient } from '../../lib/api/queryClient.ts'
import { connection } from '../../lib/connection.ts'
import { findSealedLink } from '../../lib/encryption/openAnswer.ts'
import { isLocked } from '@nestmark/client/encryption/sealedLink'
import { toast } from '../../lib/toasts.ts'
import { toastAction, undoAction } from '../../lib/undo/toastAction.ts'
import { patchMe } from '../session/data.ts'
import { formatTitle } from './linkDisplay.ts'
import { type LinkQuery, toLinkSet, toListOrder } from './listQuery.ts'
import { reorderCached } from './reorderCached.ts'
import { matchPath } from '../../lib/router/paths.ts'
import { cleanId } from '../../lib/addresses.ts'

/** Reads the links of the entire library, or with a collection ID only those directly in it. */
export function useDashboardLinks(query: LinkQuery, folder_id?: string): Pages<Link> {
  return useOperationPages(listDashboardLinks, { ...toLinkSet(query, folder_id), ...toListOrder(query) })
}

const toCollectionInput = (folder_id: string, query: LinkQuery) => ({
  ...toLinkSet(query),
  folder_id,
  ...toListOrder(query),
})

/**
 * Reads the links of one collection, or also of its descendants.
 * @param openKeys the filter leaves out links that are encrypted with these keys
 * @param enabled false where the words of the filter must not be sent
 */
export function useCollectionLinks(
  folder_id: string,
  query: LinkQuery,
  openKeys?: readonly string[],
  enabled = true,
): Pages<Link> {
  const input = { ...toCollectionInput(folder_id, query), ...(openKeys && { open_keys: [...openKeys] }) }
  return useOperationPages(listCollectionLinks, input, { enabled })
}

/** Requests the first page before the collection itself is loaded. */
export function prefetchLinks(folder_id: string, query: LinkQuery): void {
  prefetchFirstPage(listCollectionLinks, toCollectionInput(folder_id, query))
}

/** Changes a link in every cached answer. */
export function patchLinks(id: string, change: Partial<Link>): void {
  const patch = (link: Link) => (link._id === id ? { ...link, ...change } : link)
  queryClient.setQueriesData<unknown>(
    { predicate: query => (query.meta?.reads as string[] | undefined)?.includes('links') ?? false },
    (data: unknown) => {
      const answer = data as { links?: Link[]; link?: Link } | undefined
      // The count of an export is called `links`, too.
      const links = Array.isArray(answer?.links) ? answer.links : undefined
      if (!links && !answer?.link) return data
      return {
        ...answer,
        ...(links && { links: links.map(patch) }),
        ...(answer?.link && { link: patch(answer.link) }),
      }
    },
  )
}

/** Returns the title of a queued mutation on these links. */
const formatQueuedTitle = (ids: readonly string[]) =>
  (ids.length === 1 && findCachedLink(ids[0] as string)?.name) || outboxTexts.several(ids.length)

/** Returns the name of the only link, for a toast. */
function nameSingleLink(ids: readonly string[]): { name?: string } {
  const link = ids.length === 1 ? findCachedLink(ids[0] as string) : undefined
  return link && !isLocked(link) ? { name: formatTitle(link) } : {}
}

/** Returns a link from any cached answer. */
export function findCachedLink(id: string): Link | undefined {
  const cached = queryClient.getQueryData<{ link: Link }>(operationKey(getLink, { link_id: id }))
  if (cached) return cached.link
  for (const [, data] of queryClient.getQueriesData<{ links?: Link[] }>({})) {
    const links = Array.isArray(data?.links) ? data.links : []
    const found = links.find(link => link._id === id)
    if (found) return found
  }
  return undefined
}

/**
 * Returns the link as another user saved it concurrently, from a refusal with the code `links.changedElsewhere`; else
 * null.
 */
export function getConcurrentLink(refusal: Refusal): Link | null {
  if (refusal.code !== 'links.changedElsewhere') return null
  return (refusal.data as { link?: Link } | undefined)?.link ?? null
}

/** Marks or unmarks a favourite link. The cache is updated immediately. */
export function useFavouriteLink() {
  return useOperationMutation(favouriteLink, {
    later: ({ link_id }) => ({ title: formatQueuedTitle([link_id]) }),
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

/** Moves links and shows a toast with an undo button. Encrypted ones get the key of their new collection. */
export function useMoveLinks() {
  const mutation = useOperationMutation(moveLinks, {
    onSuccess: (answer, { links = [] }) =>
      toastAction('moveLinks', answer, answer.moved || links.length, nameSingleLink(links)),
    later: ({ links = [] }) => (links.length > 0 ? { title: formatQueuedTitle(links) } : null),
    onQueued: ({ links = [], move_to: to }) => {
      hideItems('links', links, ({ folder_id: shown }) => shown !== undefined && shown !== to)
      for (const id of links) patchLinks(id, { parent: to })
      toastQueued()
    },
  })
  type Move = typeof mutation.mutate
  const mutate: Move = (input, callbacks) => {
    const { links = [], move_to: to } = input
    const hasSealed = links.some(id => findSealedLink(id) !== undefined)
    if (!hasSealed || to === undefined || connection.get() !== 'up') return mutation.mutate(input, callbacks)
    void import('../encryption/tasks/moveSealed.ts').then(({ moveSealedLinks }) =>
      moveSealedLinks({
        ids: links,
        to,
        moveOthers: ids => mutation.mutate({ ...input, links: ids }, callbacks),
        onMoved: () => callbacks?.onSuccess?.({ moved: links.length }, input, undefined, undefined as never),
      }),
    )
  }
  return { mutate, isPending: mutation.isPending }
}

/** Moves links in the manual order of their collection, at once, and shows a toast with an undo button. */
export function useReorderLinks() {
  return useOperationMutation(reorderLinks, {
    inOrder: true,
    optimistic: reorderCached,
    onSuccess: ({ undo: key }, { links }) => {
      if (key === undefined) return
      const undone = { action: 'reorderLinks' as const, total: links.length, ...nameSingleLink(links) }
      toast({ title: texts.orderChanged, undo: () => void undoAction(key, undone) })
    },
  })
}

/** Trashes links and shows a toast with an undo button. */
export function useTrashLinks() {
  return useOperationMutation(trashLinks, {
    later: ({ linkIdArr = [] }) => (linkIdArr.length > 0 ? { title: formatQueuedTitle(linkIdArr) } : null),
    onQueued: ({ linkIdArr = [] }) => {
      hideItems('links', linkIdArr, () => true)
      toastQueued()
    },
    onSuccess: (answer, { linkIdArr = [], isTrash = 1 }) =>
      toastAction(
        isTrash === 1 ? 'trashLinks' : 'restoreLinks',
        answer,
        answer.changed,
        linkIdArr.length === 1 || isTrash === 0
          ? nameSingleLink(linkIdArr)
          : { line: texts.inTrash(answer.changed) },
      ),
  })
}

/** Adds tags to many links, or removes them, and shows a toast with an undo button. */
export function useTagLinks() {
  return useOperationMutation(tagLinks, {
    onSuccess: (answer, { links = [] }) =>
      toastAction('tagLinks', answer, answer.changed, nameSingleLink(links)),
  })
}

/** Marks or unmarks many favourite links and shows a toast with an undo button. */
export function useFavouriteLinks() {
  return useOperationMutation(favouriteLinks, {
    onSuccess: (answer, { links = [], is_fav }) =>
      toastAction('favouriteLinks', answer, answer.changed, {
        ...nameSingleLink(links),
        done: is_fav === 1 ? texts.favouritesAdded : texts.favouritesRemoved,
      }),
  })
}

/** Returns the ID of the collection that a page shows, or that contains its link. */
export function findPageCollection(pathname: string): string | undefined {
  const collection = matchPath('/c/:id', pathname)
  if (collection) return cleanId(collection.params.id)
  const link = matchPath('/l/:id', pathname)
  return link ? findCachedLink(cleanId(link.params.id))?.parent : undefined
}
