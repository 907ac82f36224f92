import * as contract from '@nestmark/contract/files'
import type { Parsed } from '@nestmark/contract/operation'
import { sealedMediaType } from '@nestmark/core/sealedFile'
import { grantCollection } from '../../../access/grant.ts'
import { refuse } from '../../../access/refuse.ts'
import { isDuplicate } from '../../../db/dialect.ts'
import type { UploadRow } from '../../../db/tables/fileTables.ts'
import { action } from '../../../calls/action.ts'
import type { Call } from '../../../calls/call.ts'
import { type NewUpload, openUpload } from './openUpload.ts'
import { presentUpload } from './ownUploads.ts'
import { cleanFileName, pageMediaType, requireMediaType, requirePageType } from './uploadType.ts'
import { findUploadByRequest } from './uploadStore.ts'

/**
 * Starts an upload in parts. The same request key returns the same upload.
 * @throws Refused 'request.keyReused' for a key of another upload, and as `openUpload`
 */
export const startUpload = action(contract.startUpload, async (call, input) => {
  const { services, actor } = call
  const { read } = services.db
  if (input.purpose === 'copy' && services.config.copies === 'off') refuse('copies.off')
  const wanted: NewUpload = {
    ...describe(input),
    purpose: input.purpose,
    enc: input.enc,
    size: input.size,
    parent: input.parent ?? null,
    request_key: input.request_key ?? null,
    isForm: false,
  }
  const earlier = await findEarlier(call, wanted)
  if (earlier) return presentUpload(read, earlier, services.now())
  try {
    return await presentUpload(read, await openUpload(services, actor, wanted), services.now())
  } catch (error) {
    const started = isDuplicate(error) ? await findEarlier(call, wanted) : undefined
    if (!started) throw error
    return presentUpload(read, started, services.now())
  }
})

/** Returns the name and type of an upload; an encrypted one has neither. */
function describe({
  enc,
  name,
  content_type: type,
  purpose,
}: Parsed<typeof contract.startUpload>): Described {
  if (enc === 1) {
    // The thumbnail of an encrypted file is inside its envelope.
    if (purpose !== 'file') refuse('files.encrypted')
    return { name: '', media_type: sealedMediaType }
  }
  if (purpose === 'copy') {
    requirePageType(type, name)
    return { name: 'page.html', media_type: pageMediaType }
  }
  const mediaType = requireMediaType(type, name)
  return { name: cleanFileName(name, mediaType), media_type: mediaType }
}

type Described = Pick<NewUpload, 'name' | 'media_type'>

/** What a repeated call has in common with the first one. */
const repeated = ['name', 'media_type', 'size', 'purpose', 'enc'] as const

async function findEarlier({ services, actor }: Call, wanted: NewUpload): Promise<UploadRow | undefined> {
  if (wanted.request_key === null) return undefined
  const { read } = services.db
  const upload = await findUploadByRequest(read, actor.personId, wanted.request_key)
  if (!upload) return undefined
  if (repeated.some(field => upload[field] !== wanted[field])) refuse('request.keyReused')
  const { collection } = await grantCollection(read, actor, 'collections.add', wanted.parent ?? actor.rootId)
  // The owner pays for the file. An upload of an earlier version of the server has no collection.
  if (collection.owner_id !== upload.owner_id) refuse('request.keyReused')
  if (upload.collection_id !== null && upload.collection_id !== collection.id) refuse('request.keyReused')
  return upload
}
