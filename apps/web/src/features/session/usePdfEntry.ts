import { pdfTexts } from '@nestmark/texts/reading/pdf'
import { connection } from '../../lib/connection.ts'
import { downloadPdf } from '../../lib/media/pdf.ts'
import { IconFileTypePdf } from '../../ui/icons.ts'
import type { MenuEntry } from '../../ui/menus/Menu.tsx'
import { useHasPdf, useLacksBrowser } from './useHasPdf.ts'

/**
 * Returns a function that returns the menu entry for a page as PDF. Where the plan has PDF files and the server makes none,
 * the entry says so.
 */
export function usePdfEntry(): (address: string) => MenuEntry {
  const hasPdf = useHasPdf()
  const lacksBrowser = useLacksBrowser()
  return address => {
    if (lacksBrowser)
      return { label: pdfTexts.unavailable, icon: IconFileTypePdf, disabled: true, run: () => undefined }
    if (!hasPdf) return false
    return {
      label: pdfTexts.download,
      icon: IconFileTypePdf,
      disabled: connection.get() !== 'up',
      run: () => void downloadPdf(address),
    }
  }
}
