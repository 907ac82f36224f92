import * as contract from '@nestmark/contract/files'
import { action } from '../../../calls/action.ts'
import { openUpload } from './openUpload.ts'
import { createUploadForm } from './uploadForm.ts'
import { cleanFileName, requireUploadType } from './uploadType.ts'

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
