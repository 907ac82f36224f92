import { useCallback } from 'react'
import type { Drag } from '../../lib/drag.ts'
import { useMoveCollections } from '../collections/data.ts'
import { useMoveLinks } from './data.ts'

/** Returns a function that moves dropped links, collections or both into a collection. */
export function useDropInto(): (what: Drag, into: { _id: string; name: string }) => void {
  const { mutate: moveLinks } = useMoveLinks()
  const { mutate: moveCollections } = useMoveCollections()
  return useCallback(
    (what, into) => {
      if (what.every) {
        const { set, except } = what.every
        return moveLinks({ every: set, except, move_to: into._id }, { onSuccess: what.onDone })
      }
      const elsewhere = (moved: { parent: string | null }) => moved.parent !== into._id
      const links = what.links.filter(elsewhere).map(moved => moved._id)
      const folders = what.collections.filter(elsewhere).map(moved => moved._id)
      if (links.length > 0) moveLinks({ links, move_to: into._id }, { onSuccess: what.onDone })
      if (folders.length > 0) moveCollections({ folders, move_to: into._id }, { onSuccess: what.onDone })
    },
    [moveLinks, moveCollections],
  )
}
