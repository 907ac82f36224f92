import { ShownError } from '@nestmark/client/shownError'
import type { ChosenItems } from '../../lib/lists/chosenItems.ts'
import { useMoveCollections } from '../collections/data.ts'
import { useMoveLinks } from './data.ts'

/**
 * Returns a function that moves the items into a collection.
 * @param callbacks `onStopped` is called for a move that the person has stopped: some items are moved, others are not
 */
export function useMoveItems(
  { links = [], collections = [], every, everyCollection }: ChosenItems,
  { onMoved, onStopped }: { onMoved: () => void; onStopped: () => void },
) {
  const moveLinks = useMoveLinks()
  const moveCollections = useMoveCollections()
  const callbacks = {
    onSuccess: onMoved,
    onError: (error: Error) => {
      if (error instanceof ShownError) onStopped()
    },
  }
  const move = (move_to: string) => {
    if (every) moveLinks.mutate({ every: every.set, except: every.except, move_to }, callbacks)
    else if (links.length > 0) moveLinks.mutate({ links: links.map(link => link._id), move_to }, callbacks)
    else {
      const chosen = everyCollection
        ? { every: everyCollection.inside, except: everyCollection.except }
        : { folders: collections.map(collection => collection._id) }
      moveCollections.mutate({ ...chosen, move_to }, callbacks)
    }
  }
  return { move, isPending: moveLinks.isPending || moveCollections.isPending }
}
