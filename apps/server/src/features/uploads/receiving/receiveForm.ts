import { maxFileBytes } from '@nestmark/core/media/mediaTypes'
import { refuse } from '../../../access/refuse.ts'
import { splitParts } from '../../../blobStorage/parts.ts'
import type { Upload } from '../../../calls/fileRequests.ts'
import type { Services } from '../../../services.ts'
import { cancelNow } from './ownUploads.ts'
import { finishStored } from './finishUpload.ts'
import { guardPace } from './pace.ts'
import { withStoreErrors } from '../storage/storeErrors.ts'
import { storePart } from './storePart.ts'
import { runInShare } from '../../../calls/runInShare.ts'
import { isFormOf, readUploadForm } from './uploadForm.ts'
import { findUpload, useForm } from './uploadStore.ts'

/**
 * Receives a file by the signed form of `upload-target`, which works once. A failed upload leaves nothing.
 * @throws Refused 'files.formInvalid' for a form that was changed, has expired or was used before; 'files.partInvalid'
 * or 'files.tooLarge' for another size than declared
 */
export async function receiveForm(services: Services, { fields, chunks }: Upload): Promise<void> {
  const id = readUploadForm(services.config.secret, fields)
  const upload = id === null ? undefined : await findUpload(services.db.read, id)
  if (!upload || !isFormOf(upload, fields, services.now())) return refuse('files.formInvalid')
  if (!(await services.db.write(tx => useForm(tx, upload.id)))) refuse('files.formInvalid')
  try {
    const tooLong = upload.size < maxFileBytes ? 'files.partInvalid' : 'files.tooLarge'
    await runInShare(services.transfers, upload.person_id, () =>
      withStoreErrors(async () => {
        const paced = guardPace(chunks, services.config.uploadPace)
        for await (const { number, bytes } of splitParts(paced, upload.size, upload.part_size))
          await storePart(services, upload, number, bytes, null)
      }, tooLong),
    )
    await finishStored(services, upload.id, null)
  } catch (error) {
    await cancelNow(services, upload)
    throw error
  }
}
