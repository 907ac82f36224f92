import { pickFiles } from './loadUploads.ts'
import { useUploadTarget } from './useUploadTarget.ts'

/** Returns a function that lets the user choose files and uploads them to the collection of the page. */
export function useUploadFiles(): () => void {
  const target = useUploadTarget()
  return () => {
    if (!target) return
    const { canAdd, user, root } = target
    // Where the user may not add, files go to the top level, as new links do.
    const chosen = canAdd ? target : { user, root, parent: null, parentName: '' }
    pickFiles(chosen)
  }
}
