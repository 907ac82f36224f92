import {
  createCollection,
  listDashboardCollections,
  favouriteCollection,
  listFavouriteCollections,
  getTree,
  getCollection,
  listSubcollections,
  moveCollections,
  placeCollection,
  trashCollections,
  updateCollection,
} from '@nestmark/contract/collections'
import type { Output } from '@nestmark/contract/operation'
import type { Collection } from '@nestmark/contract/shapes'
import { assertDefined } from '@nestmark/core/assertDefined'
import { collectionsTexts } from '@nestmark/texts/collections/collections'
import { outboxTexts } from '@nestmark/texts/outbox'
import { useEffect, useMemo, useRef } from 'react'
import { operationKey, toastQueued, useOperationMutation, useOperation } from '../../lib/api/operations.ts'
import { type Pages, prefetchFirstPage, useOperationPages } from '../../lib/api/pages.ts'
import { hideItems, queryClient } from '../../lib/api/queryClient.ts'
import { sessionStored, stored } from '../../lib/browser/storage.ts'
import { toastAction } from '../../lib/undo/toastAction.ts'
import { localId } from '@nestmark/client/outbox/localIds'
import { useQueue } from '../../lib/outbox/queue.ts'
import { randomKey } from '@nestmark/client/randomKey'
import { useToken } from '../../lib/browser/token.ts'
import { patchMe } from '../session/data.ts'
import { affectsTree, applyQueuedMutations } from './tree/pendingTree.ts'
import { indexTree, type TreeIndex } from './tree/tree.ts'
import { rememberCreated } from './tree/useShowCreated.ts'
import type { Movable } from '../../lib/lists/chosenItems.ts'

const indexes = new WeakMap<Output<typeof getTree>, TreeIndex>()

/** The maximum size of a stored tree, in collections: a larger one would fill the tab's storage. */
const maxStoredCollections = 2_000
let isRestored = false

/** Puts the tree of this tab's previous load into the cache, as stale data. */
function restoreTree(): void {
  isRestored = true
  const key = operationKey(getTree, {})
  const storedTree = sessionStored.read<Output<typeof getTree>>('folder_chain')
  if (storedTree?._id && storedTree._id === stored.get('parent') && !queryClient.getQueryData(key))
    queryClient.setQueryData(key, storedTree, { updatedAt: 0 })
}

/** Stores the tree for the next load of this tab. */
export function usePersistTree(): void {
  const { index } = useTree()
  useEffect(() => {
    const tree = queryClient.getQueryData(operationKey(getTree, {}))
    if (index && index.entries.size <= maxStoredCollections) sessionStored.write('folder_chain', tree)
  }, [index])
}

/** The last answer with the queued mutations applied, indexed once for all components. */
let pendingIndex: { data: Output<typeof getTree>; queued: string; index: TreeIndex } | undefined

function getIndex(data: Output<typeof getTree>, queued: string): TreeIndex {
  if (queued !== '[]') {
    if (pendingIndex?.data !== data || pendingIndex.queued !== queued) {
      const changes = JSON.parse(queued) as ReturnType<typeof useQueue>
      pendingIndex = { data, queued, index: indexTree(applyQueuedMutations(data, changes)) }
    }
    return pendingIndex.index
  }
  const index = indexes.get(data) ?? indexTree(data)
  indexes.set(data, index)
  return index
}

/** Returns the index of the entire tree; undefined for visitors and until it is loaded. */
export function useTree(): { index: TreeIndex | undefined; failed: boolean; retry: () => void } {
  const signedIn = useToken() !== null
  if (!isRestored && signedIn) restoreTree()
  const { data, isError, refetch } = useOperation(
    getTree,
    {},
    // Structural sharing would compare all collections, which costs more than rendering the visible rows.
    { enabled: signedIn, structuralSharing: false, staleTime: 60_000 },
  )
  const queued = JSON.stringify(useQueue().filter(affectsTree))
  const index = useMemo(
    () => (data && signedIn ? getIndex(data, queued) : undefined),
    [data, signedIn, queued],
  )
  return { index, failed: isError && !data, retry: () => void refetch() }
}

/** Reads the collections directly in the root. */
export function useTopCollections(input: string, sort: FolderSort): Pages<Collection> {
  return useOperationPages(listDashboardCollections, {
    ...(input !== '' && { input }),
    ...toSortInput(sort),
  })
}

type FolderSort = 'date' | 'name' | 'hand'
/** Returns the sort input of an operation: dates descending, names and the manual order ascending. */
const toSortInput = (sort: FolderSort) => (sort === 'date' ? {} : { sort, order: 2 as const })

/** Reads the favourite collections. */
export function useFavouriteCollections(): Pages<Collection> {
  return useOperationPages(listFavouriteCollections, {})
}

/** Reads the subcollections of a collection. */
export function useSubcollections(folder_id: string, sort: FolderSort = 'date'): Pages<Collection> {
  return useOperationPages(listSubcollections, { folder_id, ...toSortInput(sort) })
}

/** Requests the first page before the collection itself is loaded. */
export function prefetchCollections(folder_id: string, sort: FolderSort): void {
  prefetchFirstPage(listSubcollections, { folder_id, ...toSortInput(sort) })
}

/** Reads one collection with its breadcrumb. */
export function useCollection(folder_id: string) {
  const answer = useOperation(getCollection, { folder_id }, { quiet: true })
  const breadcrumb = answer.data?.breadcrumb
  useEffect(() => {
    if (breadcrumb) sessionStored.write('breadcrumbs', breadcrumb)
  }, [breadcrumb])
  return answer
}

/** Returns the name to show: the root and the default first collection have their own texts. */
export function formatCollectionName(collection: { name: string; is_root?: 0 | 1 }): string {
  if (collection.is_root) return collectionsTexts.dashboard
  return toDisplayName(collection.name)
}

/** Returns the name to show where only the name is known. */
export function toDisplayName(name: string): string {
  return /^User'?s First Folder$/i.test(name) ? collectionsTexts.firstFolder : name
}

/** Returns the name to show for the collection that a link is in. The root collection is the dashboard (COL-12). */
export function toParentName({ parent_name: name = '' }: { parent_name?: string | undefined }): string {
  return name === collectionsTexts.rootName ? collectionsTexts.dashboard : toDisplayName(name)
}

/**
 * Creates a collection. Repeated calls with the same name and parent create it once. Without a connection the call
 * is queued, and `onQueued` receives a temporary ID by which the collection can be picked immediately.
 */
export function useCreateCollection(
  onCreated: (id: string, name: string) => void,
  onQueued: (id: string, name: string) => void = onCreated,
) {
  const last = useRef<{ serialized: string; key: string }>(undefined)
  return useOperationMutation(createCollection, {
    quiet: true,
    idempotencyKey(input) {
      const serialized = JSON.stringify(input)
      if (last.current?.serialized !== serialized) last.current = { serialized, key: randomKey() }
      return last.current.key
    },
    later: ({ name }) => ({ title: name }),
    onSuccess(created) {
      last.current = undefined
      rememberCreated(created)
      onCreated(created._id, created.name)
    },
    onQueued({ name }) {
      const id = localId(assertDefined(last.current, 'the queued call').key)
      last.current = undefined
      toastQueued()
      onQueued(id, name)
    },
  })
}

export function useUpdateCollection(onSuccess?: (changed: Collection) => void) {
  return useOperationMutation(updateCollection, { onSuccess, quiet: true })
}

/** Marks or unmarks a favourite collection. The cache is updated immediately. */
export function useFavouriteCollection() {
  return useOperationMutation(favouriteCollection, {
    later: () => ({ title: outboxTexts.collection }),
    optimistic: ({ folder_id, is_fav }) => {
      const mark = (value: 0 | 1) => {
        patchCollections(folder_id, { favourite: value })
        patchMe(me => ({
          ...me,
          favourite_folders: [
            ...me.favourite_folders.filter(id => id !== folder_id),
            ...(value ? [folder_id] : []),
          ],
        }))
      }
      mark(is_fav)
      return () => mark(is_fav ? 0 : 1)
    },
  })
}

/** Changes a collection in every cached answer. */
function patchCollections(id: string, change: Partial<Collection>): void {
  const patch = (folder: Collection) => (folder._id === id ? { ...folder, ...change } : folder)
  queryClient.setQueriesData<unknown>(
    { predicate: query => (query.meta?.reads as string[] | undefined)?.includes('collections') ?? false },
    (data: unknown) => {
      if (Array.isArray(data)) return (data as Collection[]).map(patch)
      const answer = data as { folders?: Collection[]; folder?: Collection } | undefined
      if (!answer || (!answer.folders && !answer.folder)) return data
      return {
        ...answer,
        ...(answer.folders && { folders: answer.folders.map(patch) }),
        ...(answer.folder && { folder: patch(answer.folder) }),
      }
    },
  )
}

/** Returns the name of the only collection; undefined for several, and where it is unknown. */
function nameSingleCollection(ids: readonly string[]): string | undefined {
  const [only] = ids
  const tree = queryClient.getQueryData<Output<typeof getTree>>(operationKey(getTree, {}))
  const entries = tree && indexes.get(tree)?.entries
  return only !== undefined && ids.length === 1
    ? (entries?.get(only)?.name ?? findListedName(only))
    : undefined
}

/** Returns the name of a collection from a cached list: those of others are not in the user's tree. */
function findListedName(id: string): string | undefined {
  for (const [, data] of queryClient.getQueriesData<{ folders?: Collection[] }>({})) {
    const found = Array.isArray(data?.folders) ? data.folders.find(each => each._id === id) : undefined
    if (found) return found.name
  }
  return undefined
}

/** Moves collections and shows a toast with an undo button. */
export function useMoveCollections() {
  return useOperationMutation(moveCollections, {
    onSuccess: (answer, { folders = [] }) =>
      toastAction('moveCollections', answer, answer.moved, { name: nameSingleCollection(folders) }),
    // A selection of everything in a collection is not queued: it may match others later.
    later: ({ folders = [] }) =>
      folders.length > 0
        ? { title: nameSingleCollection(folders) ?? outboxTexts.severalCollections(folders.length) }
        : null,
    onQueued: ({ folders = [], move_to: to }) => {
      hideItems('folders', folders, ({ folder_id: shown }) => shown !== to)
      toastQueued()
    },
  })
}

/** Trashes collections and shows a toast with an undo button. */
export function useTrashCollections() {
  return useOperationMutation(trashCollections, {
    onSuccess: (answer, { folderIdArr = [] }) =>
      toastAction('trashCollections', answer, answer.changed, { name: nameSingleCollection(folderIdArr) }),
  })
}

/** Moves a collection before another one in the manual order. */
export function usePlaceCollection() {
  return useOperationMutation(placeCollection)
}

/** Returns the part of a collection that moving and trashing need. */
export function toMovable(collection: Collection): Movable {
  return { _id: collection._id, name: formatCollectionName(collection), parent: collection.parent }
}
