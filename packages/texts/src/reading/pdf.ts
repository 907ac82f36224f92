import { formatNumber } from '../counts.ts'

/** The texts of PDF files. */
export const pdfTexts = {
  /** From the specification: the entry of a menu, and the notification. */
  download: 'Download as pdf',
  downloading: 'Downloading PDF',
  /** In place of that entry. */
  unavailable: 'No PDF: not available on this server',
  /** The title of the document of an entire library. */
  library: 'All links',
  firstLinks: (n: number) => `These are the first ${formatNumber(n)} links.`,
}
