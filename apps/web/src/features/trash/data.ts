import { showError } from '../../lib/api/showError.ts'
import { trashCollections } from '@nestmark/contract/collections'
import type { Input } from '@nestmark/contract/operation'
import type { Link, Collection } from '@nestmark/contract/shapes'
import {
  countTrash,
  emptyTrash,
  listTrashedCollections,
  listTrashedLinks,
  type TrashedCollection,
} from '@nestmark/contract/trash'
import { trashTexts as texts } from '@nestmark/texts/trash'
import { client } from '../../lib/api/client.ts'
import { useOperationMutation } from '../../lib/api/operations.ts'
import { type Pages, useOperationPages } from '../../lib/api/pages.ts'
import { runningActions, toastAction } from '../../lib/undo/actions.ts'
import { useStoreSelector } from '../../lib/store.ts'
import { toast } from '../../lib/toasts.ts'
import { toParentName } from '../collections/data.ts'

/** Reads the deleted collections, without their descendants, the newest first. */
export function useTrashedCollections(): Pages<TrashedCollection> {
  return useOperationPages(listTrashedCollections, {})
}

/**
 * Reads how much a permanent deletion of collections would delete. Shows a toast when it cannot be read.
 * @returns undefined when it cannot be read
 */
export async function readTrashCount(targets: Input<typeof countTrash>) {
  try {
    return await client.call(countTrash, targets)
  } catch (error) {
    showError(error)
    return undefined
  }
}

/** Reads the links that were deleted individually, the newest first. */
export function useTrashedLinks(): Pages<Link> {
  return useOperationPages(listTrashedLinks, {})
}

/** Returns true while a job restores or deletes items of this part of the trash. */
export function useTrashJob(part: 'Links' | 'Collections'): boolean {
  return useStoreSelector(runningActions, now =>
    now.some(({ action }) => action === `restore${part}` || action === `delete${part}`),
  )
}

/**
 * Restores collections, and shows the new location where the previous parent no longer exists.
 * @param getName returns the name of a collection by its ID
 * @param onOpen opens a collection
 */
export function useRestoreCollections(getName: (id: string) => string, onOpen: (id: string) => void) {
  return useOperationMutation(trashCollections, {
    onSuccess: answer => {
      const { changed, placed } = answer
      const [only] = placed
      if (!only) return toastAction('restoreCollections', answer, changed)
      const parentName = toParentName(only)
      toast({
        title: texts.restoredCollections(changed),
        line:
          placed.length === 1
            ? texts.restoredTo(getName(only._id), parentName)
            : texts.placedMany(placed.length),
        // Shown longer, because the text is longer.
        duration: 8000,
        ...(placed.length === 1 && { action: { label: texts.open, run: () => onOpen(only._id) } }),
      })
    },
  })
}

/** Permanently deletes all trashed items of one type. */
export function useEmptyTrash() {
  return useOperationMutation(emptyTrash, {
    onSuccess: (answer, { type }) =>
      toastAction(type === 1 ? 'deleteCollections' : 'deleteLinks', answer, answer.changed, {
        done: texts.emptied,
      }),
  })
}

/** Returns how many links and collections were trashed with a collection, itself included. */
export function formatContents({
  inside,
  links_count: direct,
}: Pick<Collection, 'inside' | 'links_count'>): string {
  // Too many to count.
  if (!inside) return texts.contentsAtLeast(direct)
  return texts.contents(
    inside.category_counts.reduce((sum, n) => sum + n, 0),
    inside.collections + 1,
  )
}
