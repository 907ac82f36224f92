import type { Link } from '@nestmark/contract/shapes'
import type { ComponentType, ReactNode } from 'react'

/** What the PDF viewer shows of the highlights of its document. */
interface PdfMarks {
  /** The button at the top that shows and hides the highlights; null where a user cannot have any. */
  tool: ReactNode
  /** The panel beside the pages. */
  panel: ReactNode
  /** Is drawn over the pages, in the element around the one that scrolls. */
  overlay: ReactNode
  /** Shows the highlights of a page below its small picture. */
  renderPage: (page: number) => ReactNode
}

/** Adds highlights to the PDF viewer. The page provides it, because its feature depends on files. */
export type PdfHighlights = ComponentType<{
  link: Link
  /** The elements with the words of the pages that are drawn, by the number of the page from 1. */
  textLayers: ReadonlyMap<number, HTMLElement>
  /** The number of the page that is read. */
  page: number
  goToPage: (page: number) => void
  /** The element that scrolls. */
  scroller: HTMLElement | null
  children: (marks: PdfMarks) => ReactNode
}>
