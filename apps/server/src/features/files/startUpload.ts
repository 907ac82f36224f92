import type { startUpload as start } from '@nestmark/contract/files'
import type { Output, Parsed } from '@nestmark/contract/operation'
import { sealedMediaType } from '@nestmark/core/sealedFile'
import { refuse } from '../../access/refuse.ts'
import { isDuplicate } from '../../db/dialect.ts'
import type { UploadRow } from '../../db/fileTables.ts'
import type { Call } from '../../http/implement.ts'
import { type NewUpload, openUpload } from './openUpload.ts'
import { presentUpload } from './presentUpload.ts'
import { cleanFileName, requireMediaType } from './uploadType.ts'
import { findUploadByRequest } from './uploadStore.ts'

/** Starts an upload in parts. The same request key returns the same upload. */
export async function startUpload(call: Call, input: Parsed<typeof start>): Promise<Output<typeof start>> {
  const { services, actor } = call
  const { db } = services
  const described = describe(input)
  const requestKey = input.request_key ?? null
  const earlier = await findEarlier(call, requestKey, input)
  if (earlier) return presentUpload(db.read, earlier)
  try {
    const upload = await openUpload(services, actor, {
      ...described,
      purpose: input.purpose,
      enc: input.enc,
      size: input.size,
      parent: input.parent ?? null,
      request_key: requestKey,
      isForm: false,
    })
    return await presentUpload(db.read, upload)
  } catch (error) {
    const started = isDuplicate(error) ? await findEarlier(call, requestKey, input) : undefined
    if (!started) throw error
    return presentUpload(db.read, started)
  }
}

/** Returns the name and type of an upload; an encrypted one has neither. */
function describe({ enc, name, content_type: type, purpose }: Parsed<typeof start>): Described {
  if (enc === 1) {
    // The thumbnail of an encrypted file is inside its envelope.
    if (purpose !== 'file') refuse('files.encrypted')
    return { name: '', media_type: sealedMediaType }
  }
  const mediaType = requireMediaType(type, name)
  return { name: cleanFileName(name, mediaType), media_type: mediaType }
}

type Described = Pick<NewUpload, 'name' | 'media_type'>

async function findEarlier(
  { services, actor }: Call,
  requestKey: string | null,
  { size, enc }: Pick<Parsed<typeof start>, 'size' | 'enc'>,
): Promise<UploadRow | undefined> {
  if (requestKey === null) return undefined
  const upload = await findUploadByRequest(services.db.read, actor.personId, requestKey)
  if (upload && (upload.size !== size || upload.enc !== enc)) refuse('request.keyReused')
  return upload
}
