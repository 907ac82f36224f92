import { pluck } from '@nestmark/core/pluck'
import { createHash } from 'node:crypto'
import { isLargePicture } from '@nestmark/core/media/largePictures'
import { Refused } from '../../../access/refuse.ts'
import { newId } from '../../../db/newId.ts'
import { StoreError } from '../../../blobStorage/fileStore.ts'
import { joinDigests, writeObject, toChunks } from '../../../blobStorage/parts.ts'
import type { JobKind } from '../../../jobs/jobKind.ts'
import { enqueueJobs, hasUnfinishedJobOfKind } from '../../../jobs/store.ts'
import type { CommonServices } from '../../../calls/services.ts'
import type { MediaProcesses } from '../../../media/mediaProcesses.ts'
import { setLost } from '../storage/blobStore.ts'
import { requireSpace } from '../receiving/openUpload.ts'
import {
  dropLostPreviews,
  findUnpreviewed,
  hasLostPreviews,
  keepPreview,
  listUnpreviewed,
  reservePreview,
  setPreviewed,
  type UnpreviewedBlob,
} from './previewStore.ts'
import { openStoredFile } from '../reading/stripFile.ts'
import { deleteBlobs } from '../storage/sweepStore.ts'

/** The kind of the job that adds the large preview of a picture. */
export const addPreviewKind = 'addPreview'

/** How many pictures without previews the clean-up queues per run. */
const picturesAtOnce = 1000
const attempts = 4

/** Returns the job that adds the preview of a picture. */
export const toAddPreviewJob = (ownerId: string, blob: string, now: number) => ({
  ownerId,
  kind: addPreviewKind,
  payload: { blob },
  now,
})

type Used = Pick<CommonServices, 'db' | 'fileStore' | 'now'> & { media: MediaProcesses }

/**
 * Adds the preview of a picture that is larger than a large view needs. The clean-up queues those of pictures that have none:
 * older ones, copies from other libraries, and those whose previews are lost.
 */
export function addPreview(services: Used): JobKind {
  const { db } = services
  return {
    kind: addPreviewKind,
    attempts,
    async run(job, signal) {
      const { blob: id } = JSON.parse(job.payload) as { blob: string }
      const blob = await findUnpreviewed(db.read, id)
      if (!blob) return
      const preview = isLargePicture(blob.size, blob.width, blob.height)
        ? await create(services, blob, { isLast: job.attempts >= attempts, signal })
        : null
      if (preview === 'skipped') return
      if (preview) await store(services, blob.id, preview)
      else await db.write(tx => setPreviewed(tx, [blob.id]))
    },
    cleanUp: () => queuePreviews(services),
  }
}

/** Queues the previews of pictures that have none, when all earlier ones are made. */
async function queuePreviews({ db, now }: Pick<Used, 'db' | 'now'>): Promise<void> {
  if (await hasLostPreviews(db.read)) await db.write(tx => dropLostPreviews(tx, now()))
  if (await hasUnfinishedJobOfKind(db.read, addPreviewKind)) return
  const listed = await listUnpreviewed(db.read, picturesAtOnce)
  const others = listed.filter(blob => blob.is_file === 0)
  if (others.length > 0) await db.write(tx => setPreviewed(tx, pluck(others, 'id')))
  const blobs = listed.filter(blob => blob.is_file === 1)
  // Thumbnails and copies of pages may hide the files of their owners.
  if (blobs.length === 0) return others.length > 0 ? queuePreviews({ db, now }) : undefined
  const jobs = blobs.map(blob => toAddPreviewJob(blob.owner_id, blob.id, now()))
  await db.write(async tx => {
    if (!(await hasUnfinishedJobOfKind(tx, addPreviewKind))) await enqueueJobs(tx, jobs).execute(tx)
  })
}

/**
 * Creates the preview of a picture.
 * @returns null when the picture has none; 'skipped' when it cannot be made now
 * @throws when the store or the machine fails, so that the job is tried again
 */
async function create(
  { db, fileStore, media, now }: Used,
  blob: UnpreviewedBlob,
  { isLast, signal }: { isLast: boolean; signal: AbortSignal },
): Promise<Buffer | null | 'skipped'> {
  try {
    requireSpace(await fileStore.readSpace())
    const file = openStoredFile(fileStore, blob.id, blob.size)
    const { found, failure } = await media.run('preview', file, { key: blob.owner_id, signal })
    // The system may have killed the process, for example for memory that others use, and a busy machine may be slow.
    if ((failure === 'ended' || failure === 'tooSlow') && !isLast)
      throw new Error(`The process that reads a picture has failed: ${failure}.`)
    const bytes = found.preview?.data
    return bytes && bytes.length < blob.size ? bytes : null
  } catch (error) {
    if (error instanceof Refused) return 'skipped'
    if (!(error instanceof StoreError) || error.reason !== 'lost') throw error
    await db.write(tx => setLost(tx, blob.id, now()))
    return 'skipped'
  }
}

/** Stores a preview. Removes it again if its picture was encrypted or deleted concurrently. */
async function store({ db, fileStore, now }: Used, pictureId: string, bytes: Buffer): Promise<void> {
  const id = newId()
  const digest = joinDigests([createHash('sha256').update(bytes).digest('base64url')])
  const blob = { id, digest, size: bytes.length, media_type: 'image/webp' }
  if (!(await db.write(tx => reservePreview(tx, pictureId, blob, now())))) return
  await writeObject(fileStore, id, toChunks(bytes), bytes.length, digest)
  const isStored = await db.write(async tx => {
    const hasPreview = await keepPreview(tx, pictureId, id)
    if (hasPreview) await setPreviewed(tx, [pictureId])
    return hasPreview
  })
  if (isStored) return
  await fileStore.remove([id])
  await db.write(tx => deleteBlobs(tx, [id]))
}
