import type { ComponentProps } from 'react'
import PdfView from '../../features/files/pdf/PdfView.tsx'
import { PdfHighlights } from '../../features/highlights/pdf/PdfHighlights.tsx'

/** The PDF viewer with highlights. */
export default function HighlightedPdf(props: Omit<ComponentProps<typeof PdfView>, 'Highlights'>) {
  return <PdfView {...props} Highlights={PdfHighlights} />
}
