import { toPlan } from '@nestmark/core/plans/plans'
import { pluck } from '@nestmark/core/pluck'
import { truncateText } from '@nestmark/core/words/truncateText'
import { areQuotasEnforced } from '../../../access/planQuotas.ts'
import type { Tx } from '../../../db/db.ts'
import type { FileRow, PageFileKind } from '../../../db/tables/fileTables.ts'
import { newId } from '../../../db/newId.ts'
import { writeObject, toChunks } from '../../../blobStorage/parts.ts'
import type { CommonServices } from '../../../calls/services.ts'
import { findBlobByDigest, insertBlob } from '../../uploads/storage/blobStore.ts'
import { insertFiles, type NewFile } from '../../uploads/linkFileStore.ts'
import { requireSpace } from '../../uploads/receiving/openUpload.ts'
import { addBytes, lockOwners, noChange } from '../../uploads/storage/storageStore.ts'
import type { LinkWithCopy } from '../copyStore.ts'

/** A file of a page that is not stored yet. */
export interface NewPageFile {
  kind: PageFileKind
  mediaType: string
  extension: string
  bytes: Uint8Array
}

/** An object in the store that has no row yet. The sweep removes it when it never gets one. */
export interface WrittenFile {
  key: string
  digest: string
  size: number
  file: Omit<NewPageFile, 'bytes'>
}

/**
 * Writes files into the store.
 * @throws Refused 'server.full'; StoreError
 */
export async function writePageFiles(
  { fileStore }: Pick<CommonServices, 'fileStore'>,
  files: readonly NewPageFile[],
): Promise<WrittenFile[]> {
  requireSpace(await fileStore.readSpace())
  const written: WrittenFile[] = []
  for (const { bytes, ...file } of files) {
    const key = newId()
    const digest = await writeObject(fileStore, key, toChunks(bytes), bytes.length)
    written.push({ key, digest, size: bytes.length, file })
  }
  return written
}

/**
 * Adds written files to a link, whose owner is locked. The same bytes of one owner are stored once.
 * @returns their blobs, whose use the caller updates
 */
export async function addPageFiles(
  tx: Tx,
  link: Pick<LinkWithCopy, 'id' | 'owner_id' | 'title'>,
  { position, written, now }: { position: number; written: readonly WrittenFile[]; now: number },
): Promise<string[]> {
  const name = truncateText(link.title.replaceAll(/[\\/\p{Cc}]/gu, ' '), 100) || 'Page'
  const files = written.map(({ file: { kind, mediaType: media_type, extension }, ...object }) => ({
    object,
    row: {
      position,
      kind,
      name: `${name}.${extension}`,
      media_type,
      state: 'ready',
      created_at: now,
    } as const,
  }))
  return addFiles(tx, link, files, now)
}

/**
 * Adds written objects as files of a link, whose owner is locked.
 * @returns their blobs, in the same order
 */
export async function addFiles(
  tx: Tx,
  { id, owner_id }: Pick<LinkWithCopy, 'id' | 'owner_id'>,
  files: readonly {
    object: Omit<WrittenFile, 'file'>
    row: Pick<FileRow, 'position' | 'kind' | 'name' | 'media_type' | 'state' | 'created_at'>
  }[],
  now: number,
): Promise<string[]> {
  const rows: NewFile[] = []
  for (const { object, row } of files) {
    const blob_id = await addBlob(tx, owner_id, { ...object, mediaType: row.media_type }, now)
    rows.push({ ...row, id: newId(), owner_id, link_id: id, blob_id, peaks: null })
  }
  await insertFiles(tx, rows).execute(tx)
  return pluck(rows, 'blob_id')
}

/**
 * Adds the blob of a written object, unless the owner, who is locked, has the same bytes.
 * @returns its id: that of the object, or another one
 */
async function addBlob(
  tx: Tx,
  ownerId: string,
  { key, digest, size, mediaType }: Omit<WrittenFile, 'file'> & { mediaType: string },
  now: number,
): Promise<string> {
  const known = await findBlobByDigest(tx, ownerId, digest)
  if (known && known.lost_at === null) return known.id
  await insertBlob(tx, {
    id: key,
    owner_id: ownerId,
    digest,
    size,
    media_type: mediaType,
    created_at: now,
  })
  await addBytes(tx, new Map([[ownerId, { ...noChange(), stored: size }]]))
  return key
}

/**
 * Returns whether the plan of an owner has storage for what was added in this transaction, in which the owner is
 * locked.
 */
export async function hasRoom(tx: Tx, ownerId: string): Promise<boolean> {
  if (!areQuotasEnforced()) return true
  const [owner] = await lockOwners(tx, [ownerId])
  return !owner || owner.kept_bytes + owner.reserved_bytes <= toPlan(owner.plan).storage
}
