import { refuse } from '../../../access/refuse.ts'
import type { LinkWithRole } from '../../../access/roles.ts'
import type { Tx } from '../../../db/db.ts'
import { enqueue } from '../../../jobs/store.ts'
import { updateBlobUse } from '../storage/blobStore.ts'
import { toNewFile } from '../receiving/claimUploads.ts'
import { insertFiles, removeThumbnail } from '../linkFileStore.ts'
import { toReadFileJob } from '../reading/readFile.job.ts'
import { lockOwners } from '../storage/storageStore.ts'
import { readyUploads, setClaimed } from '../receiving/uploadStore.ts'
import { parseFileKey } from '../receiving/uploadType.ts'

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
