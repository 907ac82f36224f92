import type { startUpload as start } from '@nestmark/contract/files'
import type { Output, Parsed } from '@nestmark/contract/operation'
import { refuse } from '../../access/refuse.ts'
import { isDuplicate } from '../../db/dialect.ts'
import type { UploadRow } from '../../db/fileTables.ts'
import type { Call } from '../../http/implement.ts'
import { openUpload } from './openUpload.ts'
import { presentUpload } from './presentUpload.ts'
import { cleanFileName, requireMediaType } from './uploadType.ts'
import { findUploadByRequest } from './uploadStore.ts'

/** Starts an upload in parts. The same request key returns the same upload. */
export async function startUpload(call: Call, input: Parsed<typeof start>): Promise<Output<typeof start>> {
  const { services, actor } = call
  const { db } = services
  const mediaType = requireMediaType(input.content_type, input.name)
  const requestKey = input.request_key ?? null
  const earlier = await findEarlier(call, requestKey, input.size)
  if (earlier) return presentUpload(db.read, earlier)
  try {
    const upload = await openUpload(services, actor, {
      purpose: input.purpose,
      name: cleanFileName(input.name, mediaType),
      size: input.size,
      media_type: mediaType,
      parent: input.parent ?? null,
      request_key: requestKey,
      isForm: false,
    })
    return await presentUpload(db.read, upload)
  } catch (error) {
    const started = isDuplicate(error) ? await findEarlier(call, requestKey, input.size) : undefined
    if (!started) throw error
    return presentUpload(db.read, started)
  }
}

async function findEarlier(
  { services, actor }: Call,
  requestKey: string | null,
  size: number,
): Promise<UploadRow | undefined> {
  if (requestKey === null) return undefined
  const upload = await findUploadByRequest(services.db.read, actor.personId, requestKey)
  if (upload && upload.size !== size) refuse('request.keyReused')
  return upload
}
