import { showError } from '../../lib/api/showError.ts'
import { getCollection } from '@nestmark/contract/collections'
import { collectionsTexts as texts } from '@nestmark/texts/collections/collections'
import { queryOptions } from '../../lib/api/operations.ts'
import { queryClient } from '../../lib/api/queryClient.ts'
import { toast } from '../../lib/toasts.ts'
import { useUpdateCollection } from './data.ts'

/**
 * Returns a function that makes the picture of a link the cover of its collection, or removes the cover (null). A toast
 * offers to restore the previous cover.
 */
export function useCover(): (collectionId: string, linkId: string | null) => Promise<void> {
  const update = useUpdateCollection()
  return async (collectionId, linkId) => {
    const set = async (cover: string | null, title: string, undoTo?: string | null) => {
      try {
        // Not by callbacks of `mutate`, which are dropped with the menu.
        await update.mutateAsync({ folder_id: collectionId, cover })
      } catch (error) {
        showError(error)
        return
      }
      toast({
        title,
        undo: undoTo === undefined ? undefined : () => void set(undoTo, texts.coverRestored),
      })
    }
    await set(linkId, linkId === null ? texts.coverRemoved : texts.coverSet, await readCover(collectionId))
  }
}

/** Returns the link that is the cover of a collection, null without one, undefined if the server does not answer. */
async function readCover(collectionId: string): Promise<string | null | undefined> {
  try {
    const { folder } = await queryClient.fetchQuery(queryOptions(getCollection, { folder_id: collectionId }))
    return folder.cover
  } catch {
    return undefined
  }
}
