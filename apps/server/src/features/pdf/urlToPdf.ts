import { randomBytes } from 'node:crypto'
import type { Output, Parsed } from '@nestmark/contract/operation'
import type { urlToPdf as toPdf } from '@nestmark/contract/pdf'
import { requirePlanFeature } from '../../access/planQuotas.ts'
import type { Call } from '../../http/implement.ts'
import { createSessionAddress } from '../../http/sessionAddress.ts'
import { withStoreErrors } from '../files/storeErrors.ts'
import { pdfAddress } from './pdfAddress.ts'
import { print } from './print.ts'
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
  const bytes = await print(services, { source, format: 'pdf', key: actor.personId })
  const id = randomBytes(16).toString('base64url')
  await withStoreErrors(() => services.fileStore.put(id, bytes))
  const { personId, sessionId } = actor
  const signed = { id, name: `${toFileName(name)}.pdf`, sessionId, personId }
  return { data: createSessionAddress(services.config.secret, pdfAddress, signed, services.now()) }
}

function toFileName(name: string): string {
  const clean = name.replace(/[\p{C}/\\:*?"<>|]+/gu, ' ').trim()
  return Array.from(clean).slice(0, maxNameLength).join('').trim() || 'page'
}
