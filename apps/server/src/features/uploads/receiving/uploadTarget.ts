import * as contract from '@nestmark/contract/files'
import { action } from '../../../calls/action.ts'
import { openUpload } from './openUpload.ts'
import { cleanFileName, requireUploadType, parseFileKey, toFileKey } from './uploadType.ts'
import type { UploadRow } from '../../../db/tables/fileTables.ts'
import { isSigned, sign } from '../../../calls/signature.ts'
import { maxFileBytes } from '@nestmark/core/media/mediaTypes'
import { refuse } from '../../../access/refuse.ts'
import { splitParts } from '../../../blobStorage/parts.ts'
import type { Upload } from '../../../calls/fileRequests.ts'
import type { Services } from '../../../services.ts'
import { cancelNow } from './ownUploads.ts'
import { finishStored } from './finishUpload.ts'
import { guardPace, storePart } from './receivePart.ts'
import { withStoreErrors } from '../storage/storeErrors.ts'
import { runInShare } from '../../../calls/runInShare.ts'
import { findUpload, useForm } from './uploadStore.ts'

/** The path to which the form of an upload is posted. */
const formPath = '/files/upload'

/** Returns the signed form of the specification for one file, of its fourteen types. */
export const uploadTarget = action(contract.uploadTarget, async (call, input) => {
  const { services, actor } = call
  const mediaType = requireUploadType(input.content_type, input.key)
  const upload = await openUpload(services, actor, {
    purpose: 'file',
    enc: 0,
    name: cleanFileName(input.key, mediaType),
    size: input.size,
    media_type: mediaType,
    parent: input.parent ?? null,
    request_key: null,
    isForm: true,
  })
  return { url: formPath, fields: createUploadForm(services.config.secret, upload) }
})

/** What the form of an upload binds. */
type FormUpload = Pick<UploadRow, 'id' | 'person_id' | 'media_type' | 'size' | 'expires_at'>

const purpose = 'upload form'

/** Returns the fields of the form for an upload. The policy binds its key, type, size, sender and end. */
function createUploadForm(secret: string, upload: FormUpload) {
  const key = `u/${toFileKey(upload.id, upload.media_type)}`
  const policy = toPolicy(key, upload)
  return { key, policy, signature: sign(secret, purpose, policy) }
}

/** Returns the id of the upload of a form with a valid signature; null for any other form. */
function readUploadForm(secret: string, fields: Record<string, string>): string | null {
  const { key = '', policy = '', signature = '' } = fields
  if (!isSigned(secret, purpose, policy, signature)) return null
  const { key: signedKey } = JSON.parse(Buffer.from(policy, 'base64url').toString()) as { key: string }
  return key === signedKey ? parseFileKey(key) : null
}

/** Returns whether the policy of a form is that of the upload, and still valid. */
const isFormOf = (upload: FormUpload, { key = '', policy }: Record<string, string>, now: number) =>
  policy === toPolicy(key, upload) && upload.expires_at > now

function toPolicy(key: string, upload: FormUpload): string {
  const { person_id: person, media_type: type, size, expires_at: expires } = upload
  return Buffer.from(JSON.stringify({ key, person, type, size, expires })).toString('base64url')
}

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
