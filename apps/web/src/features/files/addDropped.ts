import { openOverlay } from '../../lib/overlays/overlay.ts'
import { addFiles, type UploadTarget } from '../../lib/uploads/addFiles.ts'

/**
 * Uploads files that were dropped, pasted or chosen. A single HTML file is no upload: it opens the import of bookmarks.
 */
export function addDropped(files: readonly File[], target: UploadTarget): void {
  const [first] = files
  if (first && files.length === 1 && /\.html?$/i.test(first.name))
    return openOverlay('import', { ...(target.parent !== null && { parent: target.parent }), file: first })
  void addFiles(files, target)
}

/** Opens the file picker of the browser. */
export function pickFiles(target: UploadTarget): void {
  const input = document.createElement('input')
  input.type = 'file'
  input.multiple = true
  input.addEventListener('change', () => addDropped([...(input.files ?? [])], target))
  input.click()
}
