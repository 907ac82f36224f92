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
  return { page, scale, search, textLayers, controls }
}
