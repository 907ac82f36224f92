import { refuse } from '../../../access/refuse.ts'
import type { UploadRow } from '../../../db/tables/fileTables.ts'
import { hashStream } from '../../../blobStorage/parts.ts'
import type { CommonServices } from '../../../calls/services.ts'
import { uploadMs } from './openUpload.ts'
import { toPartLength } from './presentUpload.ts'
import { withStoreErrors } from '../storage/storeErrors.ts'
import { recordPart } from './uploadStore.ts'

/**
 * Streams a part to the store, then records it. The bytes are durable when this returns.
 * @param expected the digest that the sender announced; null for a form, which has none
 * @throws Refused 'files.partInvalid' for another length, 'files.digestWrong', 'files.uploadNotFound' when the upload
 * has ended
 */
export async function storePart(
  { db, fileStore, now }: Pick<CommonServices, 'db' | 'fileStore' | 'now'>,
  upload: UploadRow,
  number: number,
  bytes: AsyncIterable<Uint8Array>,
  expected: string | null,
): Promise<void> {
  const part = {
    number: number - 1,
    offset: (number - 1) * upload.part_size,
    size: toPartLength(upload, number),
  }
  const { stream, digest: finishDigest } = hashStream(bytes)
  const tag = await withStoreErrors(() =>
    fileStore.writePart(upload.object_key, upload.store_upload_id, part, stream),
  )
  const digest = finishDigest()
  if (expected !== null && digest !== expected) refuse('files.digestWrong')
  const row = { upload_id: upload.id, number, digest, tag }
  if (!(await db.write(tx => recordPart(tx, row, now() + uploadMs)))) refuse('files.uploadNotFound')
}
