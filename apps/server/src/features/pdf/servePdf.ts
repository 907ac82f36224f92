import { create as createDisposition } from 'content-disposition'
import type { FileResponse, PdfRequest } from '../../http/files.ts'
import type { Services } from '../../services.ts'
import { withStoreErrors } from '../files/storeErrors.ts'
import { hasSession } from '../session/sessionQuery.ts'
import { isValidPdfAddress } from './pdfAddress.ts'

/** Opens a PDF for a request, while its address is valid and its session has not ended (P04). */
export async function servePdf(services: Services, request: PdfRequest): Promise<FileResponse | 'missing'> {
  const { db, config, fileStore, now } = services
  const { key, name, sessionId, personId } = request
  if (!isValidPdfAddress(config.secret, request, now())) return 'missing'
  if (!(await hasSession(db.read, sessionId, personId, now()))) return 'missing'
  const size = await withStoreErrors(() => fileStore.readSize(key))
  const stream = size === null ? null : await withStoreErrors(() => fileStore.read(key))
  if (!stream) return 'missing'
  const headers = {
    'content-type': 'application/pdf',
    'content-length': String(size),
    'content-disposition': createDisposition(name, { type: 'attachment' }),
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
  }
  return { status: 200, headers, ownerId: personId, stream }
}
