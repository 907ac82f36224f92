import { useCallback } from 'react'
import type { Drag } from '../../lib/lists/drag.ts'
import { useMoveCollections } from '../collections/data.ts'
import { useMoveLinks } from './data.ts'

/** Returns a function that moves dropped links, collections or both into a collection. */
export function useDropInto(): (content: Drag, target: { _id: string; name: string }) => void {
  const { mutate: moveLinks } = useMoveLinks()
  const { mutate: moveCollections } = useMoveCollections()
  return useCallback(
    (content, target) => {
      if (content.every) {
        const { set, except } = content.every
        return moveLinks({ every: set, except, move_to: target._id }, { onSuccess: content.onDone })
      }
      const isElsewhere = (moved: { parent: string | null }) => moved.parent !== target._id
      const links = content.links.filter(isElsewhere).map(moved => moved._id)
      const folders = content.collections.filter(isElsewhere).map(moved => moved._id)
      if (links.length > 0) moveLinks({ links, move_to: target._id }, { onSuccess: content.onDone })
      if (folders.length > 0) moveCollections({ folders, move_to: target._id }, { onSuccess: content.onDone })
    },
    [moveLinks, moveCollections],
  )
}
