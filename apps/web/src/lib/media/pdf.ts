import { urlToPdf } from '@nestmark/contract/transfer/pdf'
import { pdfTexts } from '@nestmark/texts/reading/pdf'
import { client, formatError } from '../api/client.ts'
import { isServerSettingOn } from '../serverSetting.ts'
import { startDownload } from '../browser/startDownload.ts'
import { dismissToast, toast } from '../toasts.ts'

/** Returns true if this server makes PDF files. */
export const isPdfAvailable = (): boolean => isServerSettingOn('pdf')

/** How long the notification is shown when the server does not respond, in milliseconds. */
const maxMs = 120_000

/** Makes a PDF of a page and downloads it, and shows why that is impossible. */
export async function downloadPdf(url: string): Promise<void> {
  const shown = toast({ tone: 'waiting', title: pdfTexts.downloading, duration: maxMs })
  try {
    const { data } = await client.call(urlToPdf, { url })
    startDownload(data)
    // Replaces the first notification, which would only flash for a small PDF: the browser downloads now.
    toast({ tone: 'waiting', title: pdfTexts.downloading })
  } catch (error) {
    dismissToast(shown)
    toast({ tone: 'danger', title: formatError(error), duration: 8000 })
  }
}
