import { useCallback } from 'react'
import { uploadFiles } from '../../../features/files/loadUploads.ts'
import { useDropInto } from '../../../features/links/useDropInto.ts'
import { useMe } from '../../../features/session/data.ts'
import type { Drag } from '../../../lib/lists/drag.ts'

/** Returns a function that moves dropped links and collections into a collection, and uploads dropped files to it. */
export function useDrop(): (content: Drag, target: { _id: string; name: string }) => void {
  const move = useDropInto()
  const me = useMe()
  const user = me?.user_id
  const root = me?.root_folder
  return useCallback(
    (content, target) => {
      const list = content.files?.list
      if (!list) return move(content, target)
      if (user === undefined || root === undefined) return
      const parent = target._id === root ? null : target._id
      uploadFiles(list, { user, root, parent, parentName: target.name })
    },
    [move, user, root],
  )
}
