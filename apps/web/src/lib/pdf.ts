import { urlToPdf } from '@nestmark/contract/pdf'
import { pdfTexts } from '@nestmark/texts/pdf'
import { client, formatError } from './api/client.ts'
import { startDownload } from './startDownload.ts'
import { dismissToast, toast } from './toasts.ts'

let available: boolean | undefined

/** Returns true if this server makes PDF files. */
export function isPdfAvailable(): boolean {
  available ??= document.querySelector<HTMLMetaElement>('meta[name="nestmark-pdf"]')?.content === 'on'
  return available
}

/** How long the notification stays when the server does not answer, in milliseconds. */
const maxMs = 120_000

/** Makes a PDF of a page and downloads it, and shows why that is impossible. */
export async function downloadPdf(url: string): Promise<void> {
  const shown = toast({ tone: 'info', title: pdfTexts.downloading, duration: maxMs })
  try {
    const { data } = await client.call(urlToPdf, { url })
    startDownload(data)
  } catch (error) {
    toast({ tone: 'danger', title: formatError(error), duration: 8000 })
  } finally {
    dismissToast(shown)
  }
}
