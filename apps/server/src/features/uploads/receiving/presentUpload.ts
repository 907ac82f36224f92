import type { UploadState } from '@nestmark/contract/files'
import type { Queries } from '../../../db/db.ts'
import type { UploadRow } from '../../../db/tables/fileTables.ts'
import { listParts } from './uploadStore.ts'

/** Returns an upload in its wire format, with the parts that arrived. */
export async function presentUpload(db: Queries, upload: UploadRow, now: number): Promise<UploadState> {
  const parts = await listParts(db, upload.id)
  return {
    upload_id: upload.id,
    url: `/files/uploads/${upload.id}`,
    size: upload.size,
    part_size: upload.part_size,
    parts: parts.map(part => part.number),
    state: isExpired(upload, now) ? 'expired' : upload.state,
  }
}

/** Returns the number of parts of an upload. */
export function countParts({ size, part_size: partSize }: Pick<UploadRow, 'size' | 'part_size'>): number {
  return Math.ceil(size / partSize)
}

/** Returns the length of a part in bytes; its number is valid. */
export function toPartLength(
  { size, part_size: partSize }: Pick<UploadRow, 'size' | 'part_size'>,
  number: number,
): number {
  return Math.min(partSize, size - (number - 1) * partSize)
}

type Lasting = Pick<UploadRow, 'state' | 'expires_at'>

/** Returns whether an upload has ended by time. The sweep records it later. */
function isExpired({ state, expires_at: expiresAt }: Lasting, now: number): boolean {
  return (state === 'open' || state === 'ready') && expiresAt <= now
}

/** Returns whether an upload was cancelled or has expired. */
export function hasEnded(upload: Lasting, now: number): boolean {
  return upload.state === 'cancelled' || upload.state === 'expired' || isExpired(upload, now)
}
