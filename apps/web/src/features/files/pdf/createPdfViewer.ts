import {
  EventBus,
  LinkTarget,
  type PDFDocumentProxy,
  PDFLinkService,
  PDFViewer,
  PDFFindController,
} from './pdfjs.ts'

/** What was found in a document. */
export interface PdfSearch {
  current: number
  total: number
  /** Pages are still read. */
  isPending: boolean
  /** The numbers of pages with matches, from 1. */
  pages: ReadonlySet<number>
}

/** What the tools and keys of a document do. */
export interface PdfControls {
  goTo(page: number): void
  /** @param origin the point that stays, in pixels of the window */
  zoomBy(factor: number, origin?: [number, number]): void
  resetZoom(): void
  fitWidth(): void
  rotate(): void
  find(query: string, options?: FindOptions): void
  endFind(): void
}

interface FindOptions {
  isAgain?: boolean
  isBackward?: boolean
  matchesCase?: boolean
}

interface Listeners {
  onPage(page: number): void
  onScale(scale: number): void
  onSearch(search: PdfSearch): void
  /** The words of a page are there, also anew after a zoom. */
  onTextLayer(page: number, element: HTMLElement): void
}

/** The event of the library when the words of a page are there. */
interface TextLayerEvent {
  pageNumber: number
  source: { textLayer?: { div: HTMLElement } | null }
}

const minScale = 0.25
const maxScale = 5
/** How long a zoom waits until the pages are drawn again, in milliseconds. */
const drawingDelay = 300
/** The state of a search that still reads pages, in the events of the library. */
const pendingState = 3

/**
 * Shows a document in a container that scrolls and has the element for the pages inside.
 * @param scale the scale at first, as the library names it
 */
export function createPdfViewer(
  document: PDFDocumentProxy,
  container: HTMLDivElement,
  scale: 'page-width' | 'auto',
  { onPage, onScale, onSearch, onTextLayer }: Listeners,
): PdfControls & { destroy(): void } {
  const bus = new EventBus()
  const linkService = new PDFLinkService({
    eventBus: bus,
    externalLinkTarget: LinkTarget.BLANK,
    externalLinkRel: 'noopener noreferrer nofollow',
  })
  const findController = createFindController(bus, linkService)
  const viewer = new PDFViewer({
    container,
    eventBus: bus,
    linkService,
    findController,
    // Links of the document, and no fields that appear to be saved.
    annotationMode: 1,
    annotationEditorMode: -1,
    removePageBorders: true,
  })
  let isPending = false
  const readSearch = ({ matchesCount }: { matchesCount: { current: number; total: number } }) => {
    const matches = findController.pageMatches as (number[] | undefined)[] | undefined
    const pages = matches?.flatMap((found, index) => (found && found.length > 0 ? [index + 1] : []))
    onSearch({ ...matchesCount, isPending, pages: new Set(pages) })
  }
  linkService.setViewer(viewer)
  bus.on('pagesinit', () => {
    viewer.currentScaleValue = scale
    onScale(viewer.currentScale)
  })
  bus.on('pagechanging', ({ pageNumber }: { pageNumber: number }) => onPage(pageNumber))
  bus.on('scalechanging', (change: { scale: number }) => onScale(change.scale))
  bus.on('textlayerrendered', ({ pageNumber, source }: TextLayerEvent) => {
    const element = source.textLayer?.div
    if (element) onTextLayer(pageNumber, element)
  })
  bus.on('updatefindmatchescount', readSearch)
  bus.on('updatefindcontrolstate', (change: { state: number; matchesCount: PdfSearch }) => {
    isPending = change.state === pendingState
    readSearch(change)
  })
  viewer.setDocument(document)
  linkService.setDocument(document)

  return {
    goTo(page) {
      viewer.currentPageNumber = Math.min(Math.max(1, page), viewer.pagesCount)
    },
    zoomBy(factor, origin) {
      const target = Math.min(maxScale, Math.max(minScale, viewer.currentScale * factor))
      viewer.updateScale({
        drawingDelay,
        scaleFactor: target / viewer.currentScale,
        ...(origin && { origin }),
      })
    },
    resetZoom() {
      viewer.currentScale = 1
    },
    fitWidth() {
      viewer.currentScaleValue = 'page-width'
    },
    rotate() {
      viewer.pagesRotation = (viewer.pagesRotation + 90) % 360
    },
    find(query, { isAgain = false, isBackward = false, matchesCase = false } = {}) {
      bus.dispatch('find', {
        source: window,
        type: isAgain ? 'again' : '',
        query,
        caseSensitive: matchesCase,
        entireWord: false,
        highlightAll: true,
        findPrevious: isBackward,
        matchDiacritics: false,
      })
    },
    endFind: () => bus.dispatch('findbarclose', { source: window }),
    destroy() {
      // The viewer has no method that ends it: without a document it draws nothing more.
      viewer.setDocument(null as unknown as PDFDocumentProxy)
      linkService.setDocument(null)
    },
  }
}

/**
 * Returns the search of a document. The library starts each new search at the page that fills most of the window, which
 * can be the page after the match. The match would then move on with each letter that is typed. Here a search starts at
 * the page of the current match while that page is visible.
 */
function createFindController(eventBus: EventBus, linkService: PDFLinkService): PDFFindController {
  const withStart = Object.create(linkService, {
    page: {
      get: () => {
        const page = (controller.selected?.pageIdx ?? -1) + 1
        return page > 0 && controller.onIsPageVisible?.(page) ? page : linkService.page
      },
      set: (page: number) => {
        linkService.page = page
      },
    },
  }) as PDFLinkService
  const controller = new PDFFindController({ linkService: withStart, eventBus })
  return controller
}
