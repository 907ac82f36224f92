import { type EventBus, PDFFindController, type PDFLinkService } from './pdfjs.ts'

/**
 * Returns the search of a document. The library starts each new search at the page that fills most of the window, which
 * can be the page after the match. The match would then move on with each letter that is typed. Here a search starts at
 * the page of the current match while that page is visible.
 */
export function createFindController(eventBus: EventBus, linkService: PDFLinkService): PDFFindController {
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
