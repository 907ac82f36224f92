import type { PDFDocumentProxy } from './pdfjs.ts'

const width = 108

/** One page is drawn after another, so that the page in the middle stays quick. */
let last: Promise<void> = Promise.resolve()

/** Draws a page in a canvas as wide as a small picture. */
export function drawThumb(
  document: PDFDocumentProxy,
  page: number,
  canvas: HTMLCanvasElement,
  signal: AbortSignal,
): void {
  const draw = async () => {
    if (signal.aborted) return
    try {
      const proxy = await document.getPage(page)
      const natural = proxy.getViewport({ scale: 1 })
      const viewport = proxy.getViewport({ scale: (width * Math.min(devicePixelRatio, 2)) / natural.width })
      canvas.width = Math.round(viewport.width)
      canvas.height = Math.round(viewport.height)
      canvas.style.aspectRatio = `${natural.width} / ${natural.height}`
      const task = proxy.render({ canvas, viewport })
      signal.addEventListener('abort', () => task.cancel())
      await task.promise
    } catch {
      // The document was closed, or this page is broken: its paper stays empty.
    }
  }
  last = last.then(draw)
}
