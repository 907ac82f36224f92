import { useEffect } from 'react'
import type { PdfControls } from './createPdfViewer.ts'

/** The change of the zoom for a pixel of the wheel. */
const wheelZoom = 0.0025

/** Zooms about the pointer with Ctrl and the wheel, and about the fingers with a pinch. */
export function usePdfGestures(container: HTMLElement | null, { zoomBy }: Pick<PdfControls, 'zoomBy'>): void {
  useEffect(() => {
    if (!container) return
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return
      event.preventDefault()
      zoomBy(Math.exp(-event.deltaY * wheelZoom), [event.clientX, event.clientY])
    }
    let distance: number | undefined
    const onTouch = (event: TouchEvent) => {
      const [first, second] = event.touches
      if (!first || !second) return void (distance = undefined)
      event.preventDefault()
      const now = Math.hypot(first.clientX - second.clientX, first.clientY - second.clientY)
      const middle: [number, number] = [
        (first.clientX + second.clientX) / 2,
        (first.clientY + second.clientY) / 2,
      ]
      // Small steps would round to no change.
      if (distance !== undefined && Math.abs(now / distance - 1) < 0.02) return
      if (distance !== undefined) zoomBy(now / distance, middle)
      distance = now
    }
    const ended = new AbortController()
    const options = { passive: false, signal: ended.signal }
    container.addEventListener('wheel', onWheel, options)
    for (const kind of ['touchstart', 'touchmove', 'touchend'] as const)
      container.addEventListener(kind, onTouch, options)
    return () => ended.abort()
  }, [container, zoomBy])
}
