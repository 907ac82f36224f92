import * as contract from '@nestmark/contract/transfer/pdf'
import { requirePlanFeature } from '../../access/planQuotas.ts'
import { action } from '../../calls/action.ts'
import { createSessionAddress } from '../../calls/sessionAddress.ts'
import type { CallWith } from '../../services.ts'
import { cancelNow } from '../uploads/receiving/ownUploads.ts'
import { findPage } from './findPage.ts'
import { openPdf, pdfAddress, storePdf } from './pdfUpload.ts'
import { print, requireBrowser } from './print.ts'

/** The longest name of a file, in characters. */
const maxNameLength = 100

/**
 * Makes a PDF of a page and returns its address. Its bytes count as the caller's until the address expires.
 * @throws Refused 'plan.pdf', 'plan.storage', and for each way in which printing fails
 */
export const urlToPdf = action(contract.urlToPdf, async (call: CallWith<'printer' | 'readers'>, { url }) => {
  const { actor, services } = call
  requirePlanFeature(actor.plan, 'pdf')
  const { ownerId, name, read } = await findPage(call, url)
  requireBrowser(services.printer)
  const upload = await openPdf(services, actor, ownerId)
  try {
    const bytes = await print(services, { source: await read(), format: 'pdf', key: actor.personId })
    await storePdf(services, actor, upload, bytes)
  } catch (error) {
    await cancelNow(services, upload)
    throw error
  }
  const { personId, sessionId } = actor
  const signed = { id: upload.id, name: `${toFileName(name)}.pdf`, sessionId, personId }
  return { data: createSessionAddress(services.config.secret, pdfAddress, signed, services.now()) }
})

function toFileName(name: string): string {
  const clean = name.replace(/[\p{C}/\\:*?"<>|]+/gu, ' ').trim()
  return Array.from(clean).slice(0, maxNameLength).join('').trim() || 'page'
}
