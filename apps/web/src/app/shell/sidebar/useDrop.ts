import { useCallback } from 'react'
import { useMoveCollections } from '../../../features/collections/data.ts'
import { uploadFiles } from '../../../features/files/loadUploads.ts'
import { useMoveLinks } from '../../../features/links/data.ts'
import { useMe } from '../../../features/session/data.ts'
import type { Drag } from '../../../lib/lists/drag.ts'

/** Returns a function that moves dropped links and collections into a collection, and uploads dropped files to it. */
export function useDrop(): (content: Drag, target: { _id: string; name: string }) => void {
  const { mutate: moveLinks } = useMoveLinks()
  const { mutate: moveCollections } = useMoveCollections()
  const me = useMe()
  const user = me?.user_id
  const root = me?.root_folder
  return useCallback(
    ({ files, every, onDone, ...content }, { _id: move_to, name: parentName }) => {
      if (files?.list) {
        if (user === undefined || root === undefined) return
        return uploadFiles(files.list, { user, root, parent: move_to === root ? null : move_to, parentName })
      }
      if (every) return moveLinks({ every: every.set, except: every.except, move_to }, { onSuccess: onDone })
      const isElsewhere = (moved: { parent: string | null }) => moved.parent !== move_to
      const links = content.links.filter(isElsewhere).map(moved => moved._id)
      const folders = content.collections.filter(isElsewhere).map(moved => moved._id)
      if (links.length > 0) moveLinks({ links, move_to }, { onSuccess: onDone })
      if (folders.length > 0) moveCollections({ folders, move_to }, { onSuccess: onDone })
    },
    [moveLinks, moveCollections, user, root],
  )
}
