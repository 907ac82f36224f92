import { useEventListener } from '../../lib/focus/useEventListener.ts'
import { drag } from '../../lib/lists/drag.ts'
import { lazyPart } from '../../lib/lazy.ts'
import { overlays } from '../../lib/overlays/overlay.ts'
import { useStore } from '../../lib/store.ts'
import { preloadUploads, uploadFiles } from './loadUploads.ts'
import { useUploadTarget } from './useUploadTarget.ts'

const DropRim = lazyPart(() => import('./DropRim.tsx'))

/** Returns the media types of the files that are dragged into the window; null when no files are dragged. */
function readTypes({ dataTransfer }: DragEvent): string[] | null {
  if (!dataTransfer?.types.includes('Files')) return null
  return [...dataTransfer.items].filter(({ kind }) => kind === 'file').map(({ type }) => type)
}

/**
 * Accepts files that are dragged into the window. They go to the collection of the page, or to the card, row or breadcrumb
 * under the pointer.
 */
export function DropArea() {
  const target = useUploadTarget()
  const state = useStore(drag)
  const files = state?.files
  useEventListener('dragenter', event => {
    const types = readTypes(event)
    // A dialog has its own place for files.
    if (!types || !target || overlays.get().length > 0) return
    event.preventDefault()
    preloadUploads()
    if (!drag.get()) drag.set({ links: [], collections: [], files: { types }, x: 0, y: 0, over: null })
  })
  useEventListener('dragover', event => {
    if (event.defaultPrevented || !readTypes(event)) return
    // Otherwise the browser would leave the page and open the file.
    event.preventDefault()
    const now = drag.get()
    if (event.dataTransfer)
      event.dataTransfer.dropEffect = now?.files && target?.canAdd && !now.over ? 'copy' : 'none'
  })
  useEventListener('drop', event => {
    if (!drag.get()?.files) return
    const isHandled = event.defaultPrevented
    event.preventDefault()
    drag.set(null)
    if (!isHandled && target?.canAdd) uploadFiles([...(event.dataTransfer?.files ?? [])], target)
  })
  const end = () => {
    if (drag.get()?.files) drag.set(null)
  }
  // Without a related target the pointer has left the window.
  useEventListener('dragleave', event => event.relatedTarget === null && end())
  useEventListener('keydown', event => event.key === 'Escape' && end())
  if (!files || !target || state.over) return null
  return <DropRim types={files.types} target={target} />
}
