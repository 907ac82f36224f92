import { pluck } from '@nestmark/core/pluck'
import { isMediaType, toCategory } from '@nestmark/core/media/mediaTypes'
import { refuse } from '../../../access/refuse.ts'
import type { Tx } from '../../../db/db.ts'
import type { UploadRow } from '../../../db/tables/fileTables.ts'
import { newId } from '../../../db/newId.ts'
import { updateBlobUse } from '../storage/blobStore.ts'
import { type NewFile, insertFiles, removeThumbnail } from '../linkFileStore.ts'
import { lockOwners } from '../storage/storageStore.ts'
import { readyUploads, setClaimed } from './uploadStore.ts'
import { parseFileKey } from './uploadType.ts'
import type { LinkWithRole } from '../../../access/roles.ts'
import { enqueue } from '../../../jobs/store.ts'
import { toReadFileJob } from '../reading/readFile.job.ts'

type ReadyUpload = UploadRow & { blob_id: string; blob_size: number }

/** An upload that becomes a file: in plain text with its thumbnail, or encrypted with its envelope. */
export interface NamedUpload {
  file: string
  thumb?: string
  sealed?: string
}

/** The uploads of a link. */
interface ClaimOrder {
  uploads: readonly NamedUpload[]
  /** The category that its files must have; null for any. */
  category: number | null
}

interface ClaimedFile {
  file: ReadyUpload
  thumb: ReadyUpload | null
  /** The envelope of an encrypted file; null for one in plain text. */
  sealed: string | null
}

/** The uploads that become the files of one link. */
export interface ClaimedFiles {
  files: ClaimedFile[]
  /** The bytes of the files without their thumbnails. */
  bytes: number
  /** What the specification stores for the first file; nothing of an encrypted one. */
  subCategory: string | null
  videoType: number
}

/** The subcategories of uploaded files by category (specification 3). A document is no upload there. */
const subCategories: Readonly<Record<number, string>> = { 1: '2', 2: '8', 4: '22', 5: '21' }

/** The video types of the specification. */
export const videoTypes: Readonly<Record<string, number>> = { 'video/mp4': 2, 'video/webm': 4 }

/**
 * Finds the complete uploads of a person that become files of new links of an owner, and locks them. `finishClaims`
 * ends the claim in the same transaction.
 * @param links the uploads of each link, and its category
 * @returns null for a link without files
 * @throws Refused 'files.uploadNotFound' for one that is missing, used twice, or of another person or owner;
 * 'files.encrypted' and 'files.notEncrypted' for the wrong kind; 'files.categoryWrong' for a link of another category
 * than its files
 */
export async function claimUploads(
  tx: Tx,
  who: { personId: string; ownerId: string; now: number },
  links: readonly ClaimOrder[],
): Promise<(ClaimedFiles | null)[]> {
  const keys = links.flatMap(each =>
    each.uploads.flatMap(({ file, thumb }) => (thumb ? [file, thumb] : [file])),
  )
  if (keys.length === 0) return links.map(() => null)
  const ids = keys.map(key => parseFileKey(key) ?? refuse('files.uploadNotFound'))
  await lockOwners(tx, [who.ownerId])
  const found = new Map((await readyUploads(tx, who, ids)).map(upload => [upload.id, upload]))
  if (found.size < ids.length) refuse('files.uploadNotFound')
  const find = (key: string) => found.get(parseFileKey(key) ?? '') ?? refuse('files.uploadNotFound')
  return links.map(({ uploads, category }) => {
    const files = uploads.map(({ file, thumb, sealed = null }) => ({
      file: find(file),
      thumb: thumb ? find(thumb) : null,
      sealed,
    }))
    return files.length === 0 ? null : describeClaim(files, category)
  })
}

function describeClaim(files: readonly ClaimedFile[], category: number | null): ClaimedFiles {
  for (const { file, thumb, sealed } of files) {
    if (sealed !== null && file.enc === 0) refuse('files.notEncrypted')
    if ((sealed === null && file.enc === 1) || thumb?.enc === 1) refuse('files.encrypted')
    if (sealed !== null) continue
    if (!isMediaType(file.media_type)) refuse('files.categoryWrong')
    else if (category !== null && toCategory(file.media_type) !== category) refuse('files.categoryWrong')
    if (thumb && !thumb.media_type.startsWith('image/')) refuse('files.categoryWrong')
  }
  const type = files[0]?.file.media_type ?? ''
  return {
    files: [...files],
    bytes: files.reduce((sum, { file }) => sum + file.blob_size, 0),
    subCategory: isMediaType(type) ? (subCategories[category ?? toCategory(type)] ?? '') : null,
    videoType: videoTypes[type] ?? 0,
  }
}

/** Returns the rows of the files of a link. Only files in plain text are read for their previews. */
export function toNewFiles(
  claim: ClaimedFiles,
  link: { id: string; ownerId: string; now: number },
): NewFile[] {
  return claim.files.flatMap(({ file, thumb, sealed }, position) => [
    toNewFile(file, link, { position, kind: 'file', sealed }),
    ...(thumb ? [toNewFile(thumb, link, { position, kind: 'poster' })] : []),
  ])
}

/** Returns the row of a file that an upload becomes. A file in plain text is read next. */
function toNewFile(
  { blob_id, name, media_type, peaks }: Pick<ReadyUpload, 'blob_id' | 'name' | 'media_type' | 'peaks'>,
  link: { id: string; ownerId: string; now: number },
  { position, kind, sealed = null }: Pick<NewFile, 'position' | 'kind'> & { sealed?: string | null },
): NewFile {
  return {
    id: newId(),
    owner_id: link.ownerId,
    link_id: link.id,
    position,
    kind,
    blob_id,
    name,
    media_type,
    peaks,
    state: sealed === null ? 'working' : 'ready',
    sealed,
    created_at: link.now,
  }
}

/** Ends the claims after the files are written: the uploads have become files, which count in a category. */
export async function finishClaims(tx: Tx, claims: readonly ClaimedFiles[], now: number): Promise<void> {
  const uploads = claims.flatMap(claim =>
    claim.files.flatMap(({ file, thumb }) => (thumb ? [file, thumb] : [file])),
  )
  if (uploads.length === 0) return
  await setClaimed(tx, pluck(uploads, 'id'))
  await updateBlobUse(tx, pluck(uploads, 'blob_id'), now)
}

/**
 * Makes a complete upload the thumbnail of the first file of a link, in place of the present one. A job reads it, and
 * then it is the picture of the link.
 * @param key what `finish-upload` returned
 * @throws Refused 'files.notFound' for a link without a file, 'files.uploadNotFound' for an upload that is missing, used,
 * or of another person or owner, 'files.categoryWrong' for another file than a picture
 */
export async function replaceThumbnail(
  tx: Tx,
  personId: string,
  { id: linkId, owner_id: ownerId, file_bytes: bytes }: Pick<LinkWithRole, 'id' | 'owner_id' | 'file_bytes'>,
  key: string,
  now: number,
): Promise<void> {
  if (bytes === null) refuse('files.notFound')
  const id = parseFileKey(key) ?? refuse('files.uploadNotFound')
  await lockOwners(tx, [ownerId])
  const [upload] = await readyUploads(tx, { personId, ownerId, now }, [id])
  if (!upload) return refuse('files.uploadNotFound')
  if (upload.enc === 1) refuse('files.encrypted')
  if (!upload.media_type.startsWith('image/')) refuse('files.categoryWrong')
  const removed = await removeThumbnail(tx, linkId)
  const link = { id: linkId, ownerId, now }
  await insertFiles(tx, [toNewFile(upload, link, { position: 0, kind: 'poster' })]).execute(tx)
  await setClaimed(tx, [id])
  await updateBlobUse(tx, [upload.blob_id, ...removed], now)
  await enqueue(tx, toReadFileJob(ownerId, linkId, now))
}
