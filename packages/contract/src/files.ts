import * as z from 'zod/mini'
import { operation, writingErrors } from './operation.ts'
import { flag, id } from './shapes.ts'

/** The heights of a waveform, from 0 to 255. */
const peaks = z.array(z.int().check(z.minimum(0), z.maximum(255))).check(z.minLength(1), z.maxLength(400))

/** In bytes, at most 100,000,000; of an encrypted file, the length of its chunks with their tags. */
const size = z.int()

/** The name of a file. It is only a hint: it is truncated, and is not the name of an object in the store. */
const fileName = z.string().check(z.maxLength(20_000))

export const uploadState = z.object({
  upload_id: id,
  /** Where its parts are sent: PUT to `<url>/<number>`. */
  url: z.string(),
  size: z.number(),
  /** The size of a part in bytes; the last part is the rest. */
  part_size: z.number(),
  /** The numbers of the parts that arrived, from 1. */
  parts: z.array(z.number()),
  /**
   * `ready`: complete, and not yet part of a link. `claimed`: part of a link. `expired`: it was resumed or saved too late. An
   * expired and a cancelled one have ended: start another one with a new `request_key`.
   */
  state: z.enum(['open', 'ready', 'claimed', 'cancelled', 'expired']),
})
export type UploadState = z.output<typeof uploadState>

const startErrors = [
  'files.typeUnsupported',
  'files.tooLarge',
  'files.empty',
  'files.tooManyUploads',
  ...writingErrors,
  'plan.storage',
  'server.full',
  'files.storeAway',
] as const

export const uploadTarget = operation({
  path: 'upload-target',
  keyScope: 'write',
  summary:
    'Returns where to post a file: an address relative to this server, and the fields of its form. Post them before the field `file`, within ten minutes, once; the response is 204. ' +
    'The part of `key` after the slash is then the file of `save-link-from-input`. The file counts towards the storage of the owner of the collection `parent`.',
  cost: 'upload',
  input: z.object({
    key: fileName,
    size,
    content_type: z.string().check(z.maxLength(200)),
    parent: z.optional(z.nullable(id)),
  }),
  output: z.object({
    url: z.string(),
    fields: z.object({ key: z.string(), policy: z.string(), signature: z.string() }),
  }),
  errors: startErrors,
})

export const startUpload = operation({
  path: 'start-upload',
  keyScope: 'write',
  summary:
    'Starts an upload in parts, which can be resumed for 24 hours after its last part. Send each part with its exact `Content-Length` and its `Content-Digest` (sha-256), then call `finish-upload`. ' +
    'The same `request_key` returns the same upload, also when it has ended; with another name, type, size, purpose or collection it is refused (409). PDF files are allowed here too. With `enc` 1 the bytes were encrypted in the browser, for a collection with a key: ' +
    'chunks of 1 MiB with a tag of 16 bytes each. The server stores them as they are; `name` and `content_type` are ignored. A page with `purpose` `copy` is not finished: `keep-page-upload` reads it.',
  cost: 'upload',
  input: z.object({
    name: fileName,
    size,
    content_type: z.string().check(z.maxLength(200)),
    parent: z.optional(z.nullable(id)),
    /** `copy`: a page in HTML, at most 20 MB, in parts of 1 MiB, or of 5 MiB in an S3 store. Encrypted uploads are files only. */
    purpose: z._default(z.enum(['file', 'thumb', 'copy']), 'file'),
    enc: z._default(flag, 0),
    request_key: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
  }),
  output: uploadState,
  errors: [
    ...startErrors,
    'request.keyReused',
    'encryption.noKey',
    'files.encryptedSize',
    'files.encrypted',
    'copies.off',
  ],
})

export const getUpload = operation({
  path: 'get-upload',
  keyScope: 'read',
  summary: 'Returns an upload with the parts that arrived.',
  input: z.object({ upload_id: id }),
  output: uploadState,
  errors: ['files.uploadNotFound'],
})

export const finishUpload = operation({
  path: 'finish-upload',
  keyScope: 'write',
  summary:
    'Checks a file whose parts all arrived, and removes place and camera data from it. `key` is then the file of `save-link-from-input`. An encrypted file is stored as it is; its key, the id of the upload, is for `save-enc-link` and `update-enc`. May be repeated.',
  cost: 'finishUpload',
  input: z.object({ upload_id: id, peaks: z.optional(peaks) }),
  output: z.object({ key: z.string(), name: z.string(), size: z.number(), media_type: z.string() }),
  errors: [
    'files.uploadNotFound',
    'files.partsMissing',
    'files.typeUnsupported',
    'files.storeAway',
    'server.full',
  ],
  touches: ['storage'],
})

export const cancelUpload = operation({
  path: 'cancel-upload',
  keyScope: 'write',
  summary: 'Deletes an upload that is not part of a link, and frees its storage. May be repeated.',
  input: z.object({ upload_id: id }),
  errors: ['files.uploadNotFound'],
  touches: ['storage'],
})

export const readFilesAgain = operation({
  path: 'read-files-again',
  keyScope: 'write',
  summary:
    'Reads the files of a link again whose reading failed, for their previews. Until it has ended, `media.state` is `working`. May be repeated.',
  cost: 'finishUpload',
  input: z.object({ link_id: id }),
  errors: ['links.notFound', 'links.readOnly', 'files.notFound'],
  touches: ['links'],
})

export const downloadUrl = operation({
  path: 'download-url',
  keyScope: 'read',
  access: 'visitor',
  summary:
    'Returns the address of a file of a link, of its thumbnail, or of its preview, for callers who may read the link; that of an encrypted file for the owner and members. ' +
    'A picture of more than 1 MB or 2048 pixels has a preview: a WebP of at most 2048 pixels, except an animation. `type` of the answer is `file` where there is none. The address is relative to this server, valid for five minutes, and only while the caller may read the link.',
  input: z.object({
    link_id: id,
    type: z._default(z.enum(['file', 'thumb', 'preview']), 'file'),
    index: z._default(z.int().check(z.minimum(0), z.maximum(100)), 0),
  }),
  output: z.object({ url: z.string(), type: z.enum(['file', 'thumb', 'preview']) }),
  errors: ['links.notFound', 'files.notFound', 'plan.bandwidth'],
})
