import { create as createDisposition } from 'content-disposition'
import type { FileResponse, SessionFileRequest } from '../../http/files.ts'
import { inertHeaders } from '../../http/inertHeaders.ts'
import type { Services } from '../../services.ts'
import { withStoreErrors } from '../files/storeErrors.ts'
import { mayUseAddress } from '../session/mayUseAddress.ts'
import { pdfAddress } from './pdfAddress.ts'

/** Opens a PDF for a request, while its address is valid and its session has not ended (P04). */
export async function servePdf(
  services: Services,
  request: SessionFileRequest,
): Promise<FileResponse | 'missing'> {
  const { fileStore } = services
  const { id, name, personId } = request
  if (!(await mayUseAddress(services, pdfAddress, request))) return 'missing'
  const size = await withStoreErrors(() => fileStore.readSize(id))
  const stream = size === null ? null : await withStoreErrors(() => fileStore.read(id))
  if (!stream) return 'missing'
  const headers = {
    'content-type': 'application/pdf',
    'content-length': String(size),
    'content-disposition': createDisposition(name, { type: 'attachment' }),
    ...inertHeaders,
    'cache-control': 'private, no-store',
  }
  return { status: 200, headers, ownerId: personId, stream }
}
