import { trashFolders } from '@nestmark/contract/collections'
import { trashLinks } from '@nestmark/contract/links'
import type { Collection, Link } from '@nestmark/contract/shapes'
import {
  deleteTrashedCollections,
  deleteTrashedLinks,
  emptyTrash,
  getTrashedCollections,
  getTrashedLinks,
} from '@nestmark/contract/trash'
import { collectionsTexts } from '@nestmark/texts/collections'
import { trashTexts as texts } from '@nestmark/texts/trash'
import { useOperationMutation } from '../../lib/api/operations.ts'
import { type Pages, useOperationPages } from '../../lib/api/pages.ts'
import { runningActions, toastAction } from '../../lib/undo/actions.ts'
import { useStoreSelector } from '../../lib/store.ts'
import { toast } from '../../lib/toasts.ts'
import { toDisplayName } from '../collections/data.ts'

const toFolderPage = (answer: { folders: Collection[]; total: number }) => ({
  items: answer.folders,
  total: answer.total,
})
const toLinkPage = (answer: { links: Link[]; total: number }) => ({
  items: answer.links,
  total: answer.total,
})

/** The trashed collections, the tops of what was trashed, newest first. */
export function useTrashedCollections(): Pages<Collection> {
  return useOperationPages(getTrashedCollections, {}, toFolderPage)
}

/** The links that were trashed by themselves, newest first. */
export function useTrashedLinks(): Pages<Link> {
  return useOperationPages(getTrashedLinks, {}, toLinkPage)
}

/** True while a job restores or deletes what lies in this part of the trash. */
export function useTrashJob(part: 'Links' | 'Collections'): boolean {
  return useStoreSelector(runningActions, now =>
    now.some(({ action }) => action === `restore${part}` || action === `delete${part}`),
  )
}

/**
 * Brings collections back, and says where one went whose old place is gone.
 * @param nameOf the name of a collection by its id
 * @param onOpen goes to a collection
 */
export function useRestoreCollections(nameOf: (id: string) => string, onOpen: (id: string) => void) {
  return useOperationMutation(trashFolders, {
    onSuccess: answer => {
      const { changed, placed } = answer
      const [only] = placed
      if (!only) return toastAction('restoreCollections', answer, changed)
      const place =
        only?.parent_name === collectionsTexts.rootName
          ? collectionsTexts.dashboard
          : toDisplayName(only?.parent_name ?? '')
      toast({
        title: texts.restoredCollections(changed),
        line: placed.length === 1 ? texts.placed(nameOf(only._id), place) : texts.placedMany(placed.length),
        // There is something to read.
        duration: 8000,
        ...(placed.length === 1 && { action: { label: texts.open, run: () => onOpen(only._id) } }),
      })
    },
  })
}

/** Brings links back. */
export function useRestoreLinks() {
  return useOperationMutation(trashLinks, {
    onSuccess: answer => toastAction('restoreLinks', answer, answer.changed),
  })
}

/** Deletes collections for good, with all that lies beneath. */
export function useRemoveCollections() {
  return useOperationMutation(deleteTrashedCollections, {
    onSuccess: answer => toastAction('deleteCollections', answer, answer.changed),
  })
}

/** Deletes links for good. */
export function useRemoveLinks() {
  return useOperationMutation(deleteTrashedLinks, {
    onSuccess: answer => toastAction('deleteLinks', answer, answer.changed),
  })
}

/** Deletes everything of one kind that lies in the trash. */
export function useEmptyTrash() {
  return useOperationMutation(emptyTrash, {
    onSuccess: (answer, { type }) =>
      toastAction(type === 1 ? 'deleteCollections' : 'deleteLinks', answer, answer.changed, {
        done: texts.emptied,
      }),
  })
}
