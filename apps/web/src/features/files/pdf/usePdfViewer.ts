import { useEffect, useState } from 'react'
import { usePhone } from '../../../lib/media/media.ts'
import { createPdfViewer, type PdfControls, type PdfSearch } from './createPdfViewer.ts'
import type { PDFDocumentProxy } from './pdfjs.ts'

const noTextLayers: ReadonlyMap<number, HTMLElement> = new Map()
const noSearch: PdfSearch = { current: 0, total: 0, isPending: false, pages: new Set() }

/** Returns controls that do nothing while no viewer is set. */
function createControls(): { controls: PdfControls; setViewer(viewer: PdfControls | null): void } {
  let current: PdfControls | null = null
  return {
    controls: {
      goTo: page => current?.goTo(page),
      zoomBy: (factor, origin) => current?.zoomBy(factor, origin),
      resetZoom: () => current?.resetZoom(),
      fitWidth: () => current?.fitWidth(),
      rotate: () => current?.rotate(),
      find: (query, options) => current?.find(query, options),
      endFind: () => current?.endFind(),
    },
    setViewer: viewer => {
      current = viewer
    },
  }
}

export interface PdfViewer {
  page: number
  /** 1 is the size of the paper. */
  scale: number
  search: PdfSearch
  /** The elements with the words of the pages that are drawn, by the number of the page from 1. */
  textLayers: ReadonlyMap<number, HTMLElement>
  controls: PdfControls
}

/** Shows a document in a container that scrolls and has the element for the pages inside. */
export function usePdfViewer(
  document: PDFDocumentProxy | undefined,
  container: HTMLDivElement | null,
): PdfViewer {
  const phone = usePhone()
  const [page, setPage] = useState(1)
  const [scale, setScale] = useState(1)
  const [search, setSearch] = useState(noSearch)
  const [textLayers, setTextLayers] = useState(noTextLayers)
  const [{ controls, setViewer }] = useState(createControls)
  useEffect(() => {
    if (!document || !container) return
    const viewer = createPdfViewer(document, container, phone ? 'page-width' : 'auto', {
      onPage: setPage,
      onScale: setScale,
      onSearch: setSearch,
      onTextLayer: (page, element) => setTextLayers(now => new Map(now).set(page, element)),
    })
    setViewer(viewer)
    return () => {
      viewer.destroy()
      setViewer(null)
      setSearch(noSearch)
      setTextLayers(noTextLayers)
      setPage(1)
    }
  }, [document, container, phone, setViewer])
  usePdfGestures(container, controls)
  return { page, scale, search, textLayers, controls }
}

/** The change of the zoom for a pixel of the wheel. */
const wheelZoom = 0.0025

/** Zooms about the pointer with Ctrl and the wheel, and about the fingers with a pinch. */
function usePdfGestures(container: HTMLElement | null, { zoomBy }: Pick<PdfControls, 'zoomBy'>): void {
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
