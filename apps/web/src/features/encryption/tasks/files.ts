import { downloadUrl } from '@nestmark/contract/files'
import type { Link } from '@nestmark/contract/shapes'
import { isMediaType, toCategory } from '@nestmark/core/media/mediaTypes'
import type { CollectionKey } from '@nestmark/encryption/keys/collectionKey'
import { newFileKey, type SealedFile } from '@nestmark/encryption/files/sealedFile'
import { fileTexts } from '@nestmark/texts/links/files'
import { client } from '../../../lib/api/client.ts'
import { sealLinkFile } from '@nestmark/client/encryption/linkFiles'
import { decryptFile } from '../../../lib/encryption/openFiles.ts'
import type { FileProgress } from '../../../lib/encryption/runner.ts'
import { ShownError } from '@nestmark/client/shownError'
import type { SealedLink } from '@nestmark/client/encryption/sealedLink'
import { randomKey } from '@nestmark/client/randomKey'
import type { Measures } from '../../../lib/uploads/files/measureFile.ts'
import { makePoster } from '../../../lib/uploads/files/localPreview.ts'
import type { PreparedFile } from '../../../lib/uploads/files/prepareFile.ts'
import { describeUpload } from '../../../lib/uploads/sending/sealedUpload.ts'
import { sendFile } from '../../../lib/uploads/sending/sendFile.ts'

/** What a transfer of files needs besides the link. */
export interface FileOptions {
  signal: AbortSignal
  onFile: (progress: FileProgress | null) => void
}

const toUnreadable = () => new ShownError(fileTexts.changed)

/** Returns the files of a link for a call that encrypts it; undefined for a link without files. @throws Refusal, or ShownError for a file that cannot be read */
export async function encryptFiles(
  key: CollectionKey,
  link: Link,
  onStarted: (uploadId: string) => void,
  options: FileOptions,
): Promise<{ file: string; sealed: string }[] | undefined> {
  if (link.s3_key.length === 0) return undefined
  if (link.enc === 1) return sealAgain(key, link as SealedLink)
  const found: { file: string; sealed: string }[] = []
  for (let index = 0; index < link.s3_key.length; index++) {
    const prepared = await readFile(link, index, options)
    const { bytes } = prepared
    const fileKey = newFileKey()
    const { key: file } = await sendFile(
      { ...prepared, parent: link.parent, purpose: 'file', requestKey: randomKey(), fileKey },
      { signal: options.signal, onStarted, onProgress: toReport(prepared, bytes.size, options) },
    )
    const described = await describeUpload(prepared, fileKey, file, {
      picture: null,
      ...(index === 0 && readFacts(link)),
    })
    found.push({ file, sealed: await sealLinkFile(key, link._id, described.file) })
  }
  options.onFile(null)
  return found
}

/** Returns the server's metadata of the first file of a link. Without it the browser measures the file. */
function readFacts({ media }: Link): { peaks?: number[]; known?: Measures } {
  if (!media) return {}
  const { width, height, duration, peaks } = media
  const isKnown = (width !== null && height !== null) || duration !== null
  return { ...(peaks && { peaks }), ...(isKnown && { known: { width, height, duration } }) }
}

/** Encrypts the descriptions of files again: their bytes stay as they are. */
function sealAgain(
  key: CollectionKey,
  { _id, s3_key, files = [] }: SealedLink,
): Promise<{ file: string; sealed: string }[]> {
  return Promise.all(
    s3_key.map(async ({ file }, index) => {
      const described = files[index]
      if (!described) throw toUnreadable()
      return { file, sealed: await sealLinkFile(key, _id, described) }
    }),
  )
}

/** Reads a file in plain text. */
async function readFile(link: Link, index: number, { signal, onFile }: FileOptions): Promise<PreparedFile> {
  const name = (index === 0 ? link.media?.name : link.media?.more?.[index - 1]) ?? ''
  onFile({ name, fraction: 0 })
  const { url } = await client.call(downloadUrl, { link_id: link._id, index }, { signal })
  const answer = await fetch(url, { signal })
  if (!answer.ok) throw toUnreadable()
  const bytes = await answer.blob()
  const type = bytes.type.split(';')[0] ?? ''
  if (!isMediaType(type)) throw toUnreadable()
  return { bytes, name, type, category: toCategory(type) }
}

/** Returns the files of an encrypted link for a call that decrypts it; undefined for a link without files. @throws Refusal, or ShownError for a file that cannot be read */
export async function decryptFiles(
  link: SealedLink,
  onStarted: (uploadId: string) => void,
  options: FileOptions,
): Promise<{ file: string; thumb: string }[] | undefined> {
  if (link.s3_key.length === 0) return undefined
  const found: { file: string; thumb: string }[] = []
  for (let index = 0; index < link.s3_key.length; index++) {
    const file = link.files?.[index]
    if (!file) throw toUnreadable()
    const bytes = await readSealed(link._id, index, file, options)
    const send = (part: { bytes: Blob; name: string; type: string; purpose: 'file' | 'thumb' }) =>
      sendFile(
        {
          ...part,
          parent: link.parent,
          requestKey: randomKey(),
          peaks: part.purpose === 'file' ? (file.peaks ?? undefined) : undefined,
        },
        {
          signal: options.signal,
          onStarted,
          onProgress: toReport(file, part.bytes.size, options),
        },
      )
    const { key } = await send({ bytes, name: file.name, type: file.type, purpose: 'file' })
    const picture = index === 0 ? await readPicture(link, bytes) : null
    const thumb = picture
      ? (await send({ bytes: picture, name: 'thumbnail', type: picture.type, purpose: 'thumb' })).key
      : ''
    found.push({ file: key, thumb })
  }
  options.onFile(null)
  return found
}

async function readSealed(
  link_id: string,
  index: number,
  file: SealedFile,
  { signal, onFile }: FileOptions,
): Promise<Blob> {
  onFile({ name: file.name, fraction: 0 })
  const { url } = await client.call(downloadUrl, { link_id, index }, { signal })
  return decryptFile(file, url, signal)
}

/** Returns the thumbnail of a video or sound. The server makes those of pictures and documents itself. */
async function readPicture({ category, thumbnail }: Link, bytes: Blob): Promise<Blob | null> {
  const poster = category === 2 ? await makePoster(bytes) : null
  if (poster || category === 1 || category === 4 || !thumbnail.startsWith('data:')) return poster
  return toJpeg(thumbnail)
}

/** Returns the picture of a `data:` address, which no request may read; null when it cannot be decoded. */
async function toJpeg(address: string): Promise<Blob | null> {
  const image = new Image()
  image.src = address
  try {
    await image.decode()
  } catch {
    return null
  }
  const canvas = document.createElement('canvas')
  canvas.width = image.naturalWidth
  canvas.height = image.naturalHeight
  canvas.getContext('2d')?.drawImage(image, 0, 0)
  return new Promise(resolve => canvas.toBlob(resolve, 'image/jpeg', 0.9))
}

const toReport =
  ({ name }: { name: string }, size: number, { onFile }: FileOptions) =>
  (sent: number) =>
    onFile({ name, fraction: Math.min(1, sent / size) })
