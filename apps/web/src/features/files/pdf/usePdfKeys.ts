import { useHotkeys } from '../../../lib/focus/hotkeys.ts'
import { overlays } from '../../../lib/overlays/overlay.ts'
import type { PdfControls } from './createPdfViewer.ts'

const zoomStep = 1.1

/** Handles the keys of the document controls. */
export function usePdfKeys({
  controls,
  find,
  goToPage,
  togglePages,
  escape,
}: {
  controls: PdfControls
  find: () => void
  goToPage: () => void
  togglePages: () => void
  escape: () => void
}): void {
  const run = (action: () => void) => (event: KeyboardEvent) => {
    if (overlays.get().length > 0 || document.querySelector('[role=menu]')) return
    event.preventDefault()
    action()
  }
  const zoomIn = run(() => controls.zoomBy(zoomStep))
  const zoomOut = run(() => controls.zoomBy(1 / zoomStep))
  useHotkeys({
    'ctrl+f': run(find),
    '/': run(find),
    g: run(goToPage),
    t: run(togglePages),
    w: run(controls.fitWidth),
    r: run(controls.rotate),
    '+': zoomIn,
    '=': zoomIn,
    '-': zoomOut,
    'ctrl++': zoomIn,
    'ctrl+=': zoomIn,
    'ctrl+-': zoomOut,
    '0': run(controls.resetZoom),
    'ctrl+0': run(controls.resetZoom),
    escape: run(escape),
  })
}
