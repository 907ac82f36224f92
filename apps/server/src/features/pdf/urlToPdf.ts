import { randomBytes } from 'node:crypto'
import type { Output, Parsed } from '@nestmark/contract/operation'
import type { urlToPdf as toPdf } from '@nestmark/contract/pdf'
import { requirePlanFeature } from '../../access/planQuotas.ts'
import { Refused, refuse } from '../../access/refuse.ts'
import { DevToolsError } from '../../browser/devTools.ts'
import { PrintError } from '../../browser/printPage.ts'
import { BrowserUnavailableError } from '../../browser/startBrowser.ts'
import { QueueFullError, QueueTimeoutError } from '../../concurrency/queueErrors.ts'
import type { Call } from '../../http/implement.ts'
import { withStoreErrors } from '../files/storeErrors.ts'
import { createPdfAddress } from './pdfAddress.ts'
import { toPageSource } from './toPageSource.ts'

/** The longest name of a file, in characters. */
const maxNameLength = 100

/**
 * Makes a PDF of a page and returns its address. The object has no row: the daily sweep of the store removes it.
 * @throws Refused 'plan.pdf', and for each way in which printing fails
 */
export async function urlToPdf(call: Call, { url }: Parsed<typeof toPdf>): Promise<Output<typeof toPdf>> {
  const { actor, services } = call
  requirePlanFeature(actor.plan, 'pdf')
  const { source, name } = await toPageSource(call, url)
  if (!services.printer.isAvailable()) refuse('pdf.noBrowser')
  const bytes = await services.printer
    .print({ source, format: 'pdf', key: actor.personId })
    .catch((error: unknown) => Promise.reject(toRefusal(error)))
  const key = randomBytes(16).toString('base64url')
  await withStoreErrors(() => services.fileStore.put(key, bytes))
  const { personId, sessionId } = actor
  const signed = { key, name: `${toFileName(name)}.pdf`, sessionId, personId }
  return { data: createPdfAddress(services.config.secret, signed, services.now()) }
}

function toFileName(name: string): string {
  const clean = name.replace(/[\p{C}/\\:*?"<>|]+/gu, ' ').trim()
  return Array.from(clean).slice(0, maxNameLength).join('').trim() || 'page'
}

function toRefusal(error: unknown): unknown {
  if (error instanceof BrowserUnavailableError) return new Refused('pdf.noBrowser')
  if (error instanceof QueueFullError)
    return new Refused(error.scope === 'key' ? 'request.tooMany' : 'server.busy', { retryAfter: 10 })
  if (error instanceof QueueTimeoutError) return new Refused('server.busy', { retryAfter: 10 })
  if (error instanceof PrintError) return new Refused(`pdf.${error.fault}`)
  if (error instanceof DevToolsError) return new Refused('pdf.failed')
  return error
}
