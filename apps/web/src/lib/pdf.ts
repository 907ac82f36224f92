import { urlToPdf } from '@nestmark/contract/pdf'
import { pdfTexts } from '@nestmark/texts/pdf'
import { client, formatError } from './api/client.ts'
import { isServerSettingOn } from './serverSetting.ts'
import { startDownload } from './startDownload.ts'
import { dismissToast, toast } from './toasts.ts'

/** Returns true if this server makes PDF files. */
export const isPdfAvailable = (): boolean => isServerSettingOn('pdf')

/** How long the notification stays when the server does not answer, in milliseconds. */
const maxMs = 120_000

/** Makes a PDF of a page and downloads it, and shows why that is impossible. */
export async function downloadPdf(url: string): Promise<void> {
  const shown = toast({ tone: 'info', title: pdfTexts.downloading, duration: maxMs })
  try {
    const { data } = await client.call(urlToPdf, { url })
    startDownload(data)
    // In place of the first one: the browser downloads now, and a small PDF would let it flash.
    toast({ tone: 'info', title: pdfTexts.downloading })
  } catch (error) {
    dismissToast(shown)
    toast({ tone: 'danger', title: formatError(error), duration: 8000 })
  }
}
