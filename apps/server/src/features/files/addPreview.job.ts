import { isLargePicture } from '@nestmark/core/media/largePictures'
import { Refused } from '../../access/refuse.ts'
import { newId } from '../../db/newId.ts'
import { StoreError } from '../../files/fileStore.ts'
import { writeObject } from '../../files/parts.ts'
import type { JobKind } from '../../jobs/jobKind.ts'
import { enqueueJobs, hasUnfinishedJobOfKind } from '../../jobs/store.ts'
import type { Services } from '../../services.ts'
import { setLost } from './blobStore.ts'
import { requireSpace } from './openUpload.ts'
import {
  dropLostPreviews,
  findUnpreviewed,
  insertPreview,
  listUnpreviewed,
  setPreviewed,
  type UnpreviewedBlob,
} from './previewStore.ts'
import { openStoredFile } from './storedFile.ts'

/** The kind of the job that adds the large preview of a picture. */
export const addPreviewKind = 'addPreview'

/** How many pictures without previews the clean-up queues at once. */
const picturesAtOnce = 1000

/** Returns the job that adds the preview of a picture. */
export const toAddPreviewJob = (ownerId: string, blob: string, now: number) => ({
  ownerId,
  kind: addPreviewKind,
  payload: { blob },
  now,
})

type Used = Pick<Services, 'db' | 'fileStore' | 'media' | 'now'>

/**
 * Adds the preview of a picture that is larger than a large view needs. The clean-up queues those of pictures that have none:
 * older ones, copies from other libraries, and those whose previews are lost.
 */
export function addPreview(services: Used): JobKind {
  const { db, now } = services
  return {
    kind: addPreviewKind,
    concurrency: 1,
    perOwner: 1,
    attempts: 4,
    async run(job, signal) {
      const { blob: id } = JSON.parse(job.payload) as { blob: string }
      const blob = await findUnpreviewed(db.read, id)
      if (!blob) return
      const preview = isLargePicture(blob.size, blob.width, blob.height)
        ? await write(services, blob, signal)
        : null
      if (preview === 'skipped') return
      await db.write(async tx => {
        if (preview) await insertPreview(tx, blob.id, { ...preview, created_at: now() })
        await setPreviewed(tx, [blob.id])
      })
    },
    cleanUp: () => queuePreviews(services),
  }
}

/** Queues the previews of pictures that have none, when all earlier ones are made. */
async function queuePreviews({ db, now }: Used): Promise<void> {
  await db.write(async tx => {
    await dropLostPreviews(tx, now())
    if (await hasUnfinishedJobOfKind(tx, addPreviewKind)) return
    const blobs = await listUnpreviewed(tx, picturesAtOnce)
    if (blobs.length === 0) return
    await enqueueJobs(
      tx,
      blobs.map(blob => toAddPreviewJob(blob.owner_id, blob.id, now())),
    ).execute(tx)
  })
}

/**
 * Writes the preview into the store. An object that gets no row is removed by the sweep.
 * @returns null when the picture has none; 'skipped' when it cannot be made now
 * @throws when the store or the machine fails, so that the job is tried again
 */
async function write(
  { db, fileStore, media, now }: Used,
  blob: UnpreviewedBlob,
  signal: AbortSignal,
): Promise<{ id: string; digest: string; size: number; media_type: string } | null | 'skipped'> {
  try {
    requireSpace(await fileStore.readSpace())
    const file = openStoredFile(fileStore, blob.id, blob.size)
    const { found } = await media.run('preview', file, { key: blob.owner_id, signal })
    const bytes = found.preview?.data
    if (!bytes || bytes.length >= blob.size) return null
    const id = newId()
    const digest = await writeObject(fileStore, id, toChunks(bytes), bytes.length)
    return { id, digest, size: bytes.length, media_type: 'image/webp' }
  } catch (error) {
    if (error instanceof Refused) return 'skipped'
    if (!(error instanceof StoreError) || error.reason !== 'lost') throw error
    await db.write(tx => setLost(tx, blob.id, now()))
    return 'skipped'
  }
}

async function* toChunks(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}
