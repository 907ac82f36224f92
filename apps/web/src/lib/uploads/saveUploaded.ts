import { saveEncryptedLink } from '@nestmark/contract/encryption'
import { saveLink } from '@nestmark/contract/links'
import type { Link } from '@nestmark/contract/shapes'
import { uploadTexts } from '@nestmark/texts/uploads'
import { client } from '../api/client.ts'
import { ShownError } from '../shownError.ts'
import { findOpenKey } from '../encryption/collectionKeys.ts'
import { persist } from './persist.ts'
import { describeUpload } from './sealedUpload.ts'
import { sendFile, type SendOptions } from './sendFile.ts'
import { sendThumbnail } from './sendThumbnail.ts'
import type { Sealing } from './sealing.ts'
import type { Source } from './sources.ts'
import type { Upload } from './upload.ts'

/** Uploads a file in plain text with its thumbnail, and saves its link. @throws Refusal */
export async function saveUploaded(
  { id, name, title, type, category, parent }: Upload,
  { file, thumbnail, peaks }: Source & { file: Blob },
  options: SendOptions,
  getTitle: () => string | undefined,
): Promise<Link> {
  const { signal } = options
  const sent = { parent, bytes: file, name, type, requestKey: id, peaks }
  const { key } = await sendFile({ ...sent, purpose: 'file' }, options)
  const requestKey = `${id}-thumb`
  const thumb = thumbnail ? await sendThumbnail(thumbnail, { parent, requestKey }, { signal }) : ''
  const s3_key = [{ file: key, thumb }]
  return client.call(
    saveLink,
    { name: getTitle() ?? title, category, parent, s3_key },
    { idempotencyKey: id, signal },
  )
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
  // The present key of the collection: it may have changed since the file was added.
  const key = await persist(() => findOpenKey(parent ?? root), options)
  if (!key) throw new ShownError(uploadTexts.keyMissing)
  const { sealLinkTexts } = await import('../encryption/linkTexts.ts')
  const { sealLinkFile } = await import('../encryption/linkFiles.ts')
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
  return client.call(
    saveEncryptedLink,
    { _id: linkId, parent: parent ?? root, category, ...texts, s3_key },
    { signal: options.signal },
  )
}
