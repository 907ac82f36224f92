import { Refused, refuse } from '../../access/refuse.ts'
import { DevToolsError } from '../../browser/devTools.ts'
import type { PrintOrder } from '../../browser/pagePrinter.ts'
import { PrintError } from '../../browser/printPage.ts'
import { BrowserUnavailableError } from '../../browser/startBrowser.ts'
import { toQueueRefusal } from '../../calls/runInShare.ts'
import type { Services } from '../../services.ts'

/**
 * Prints a page, and refuses when that is impossible.
 * @throws Refused 'pdf.noBrowser', 'pdf.unreachable', 'pdf.tooLarge', 'pdf.failed', 'request.tooMany', 'server.busy'
 */
export async function print({ printer }: Pick<Services, 'printer'>, order: PrintOrder): Promise<Uint8Array> {
  requireBrowser(printer)
  try {
    return await printer.print(order)
  } catch (error) {
    throw toRefusal(error)
  }
}

/** @throws Refused 'pdf.noBrowser' */
export function requireBrowser(printer: Services['printer']): void {
  if (!printer.isAvailable()) refuse('pdf.noBrowser')
}

function toRefusal(error: unknown): unknown {
  if (error instanceof BrowserUnavailableError) return new Refused('pdf.noBrowser')
  if (error instanceof PrintError) return new Refused(`pdf.${error.reason}`)
  if (error instanceof DevToolsError) return new Refused('pdf.failed')
  return toQueueRefusal(error, 10) ?? error
}
