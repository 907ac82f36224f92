import { create as createDisposition } from 'content-disposition'
import type { FileResponse, SessionFileRequest } from '../../calls/fileRequests.ts'
import { inertHeaders } from '../../calls/inertHeaders.ts'
import type { Services } from '../../services.ts'
import { withStoreErrors } from '../uploads/storage/storeErrors.ts'
import { findUpload } from '../uploads/receiving/uploadStore.ts'
import { mayUseAddress } from '../session/mayUseAddress.ts'
import { pdfAddress } from './pdfUpload.ts'

/** Opens a temporary PDF for a request, while its address is valid and its session has not ended (P04). */
export async function servePdf(
  services: Services,
  request: SessionFileRequest,
): Promise<FileResponse | 'missing'> {
  const { fileStore } = services
  const { id, name, personId } = request
  if (!(await mayUseAddress(services, pdfAddress, request))) return 'missing'
  const upload = await findUpload(services.db.read, id)
  if (upload?.purpose !== 'pdf' || upload.state !== 'ready' || !upload.blob_id) return 'missing'
  const { blob_id: key, size } = upload
  const stream = await withStoreErrors(() => fileStore.read(key))
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
