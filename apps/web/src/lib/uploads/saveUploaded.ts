import type { SendOptions } from '@nestmark/client/uploads/sendFile'
import { Refusal } from '@nestmark/contract/client'
import { saveEncryptedLink } from '@nestmark/contract/encryption/encryption'
import { saveLink } from '@nestmark/contract/links/links'
import type { Link } from '@nestmark/contract/shapes'
import { uploadTexts } from '@nestmark/texts/links/uploads'
import { client } from '../api/client.ts'
import { ShownError } from '@nestmark/client/shownError'
import { findOpenKey } from '../api/collectionKeys.ts'
import { describeUpload } from './sending/sealedUpload.ts'
import { persist, sendFile } from './sending/sendFile.ts'
import { sendThumbnail } from './sending/sendThumbnail.ts'
import type { Sealing } from './sending/sealing.ts'
import type { Source } from './files/sources.ts'
import type { Upload } from './upload.ts'

/** Uploads a file in plain text with its thumbnail, and saves its link. @throws Refusal */
export async function saveUploaded(
  { id, name, title, type, category, parent, isPlain = false }: Upload,
  { file, thumbnail, peaks, requestKey = id }: Source & { file: Blob },
  options: SendOptions,
  getTitle: () => string | undefined,
): Promise<Link> {
  const { signal } = options
  const sent = { parent, bytes: file, name, type, requestKey, peaks }
  const { key } = await sendFile({ ...sent, purpose: 'file' }, options)
  options.onStored?.(key)
  const ofThumbnail = { parent, requestKey: `${requestKey}-thumb` }
  const thumb = thumbnail ? await sendThumbnail(thumbnail, ofThumbnail, { signal }) : ''
  const s3_key = [{ file: key, thumb }]
  const plain = isPlain && { plain: 1 as const }
  const input = { name: getTitle() ?? title, category, parent, s3_key, ...plain }
  return persist(() => client.call(saveLink, input, { idempotencyKey: requestKey, signal }), options)
}

/** Uploads an encrypted file, and saves its link encrypted. @throws Refusal, or ShownError when the collection is locked */
export async function saveSealed(
  { name, title, type, category, parent }: Upload,
  { file, peaks, picture, root }: Source & { file: Blob },
  { fileKey, linkId }: Sealing,
  options: SendOptions,
  getTitle: () => string | undefined,
): Promise<Link> {
  const { key: uploaded } = await sendFile(
    { parent, bytes: file, name, type, requestKey: linkId, purpose: 'file', fileKey },
    options,
  )
  options.onStored?.(uploaded)
  // The present key of the collection: it may have changed since the file was added.
  const key = await persist(() => findOpenKey(parent ?? root), options)
  if (!key) throw new ShownError(uploadTexts.keyMissing)
  const { sealLinkTexts } = await import('@nestmark/client/encryption/linkTexts')
  const { sealLinkFile } = await import('@nestmark/client/encryption/linkFiles')
  const prepared = { bytes: file, name, type, category }
  const described = await describeUpload(prepared, fileKey, uploaded, { peaks, picture: picture ?? null })
  const texts = await sealLinkTexts(key, linkId, {
    name: getTitle() ?? title,
    desc: '',
    link: '',
    thumbnail: described.thumbnail,
    check_list: [],
  })
  const s3_key = [{ file: uploaded, sealed: await sealLinkFile(key, linkId, described.file) }]
  const input = { _id: linkId, parent: parent ?? root, category, ...texts, s3_key }
  const { signal } = options
  try {
    return await persist(() => client.call(saveEncryptedLink, input, { signal }), options)
  } catch (error) {
    // The answer of an earlier try was lost. Only this upload has the id, and each try encrypts anew.
    if (!(error instanceof Refusal) || error.code !== 'encryption.savedBefore') throw error
    return (error.data as { link: Link }).link
  }
}
