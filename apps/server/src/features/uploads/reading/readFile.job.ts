import { isLargePicture } from '@nestmark/core/media/largePictures'
import { documentType } from '@nestmark/core/media/mediaTypes'
import type { Tx } from '../../../db/db.ts'
import { StoreError } from '../../../blobStorage/fileStore.ts'
import type { JobKind } from '../../../jobs/jobKind.ts'
import { isResourceShortage } from '../../../jobs/resourceShortage.ts'
import type { Found, MediaResult, MediaTask, Pictures } from '../../../media/mediaTasks.ts'
import { enqueue } from '../../../jobs/store.ts'
import type { CommonServices } from '../../../calls/services.ts'
import type { MediaProcesses } from '../../../media/mediaProcesses.ts'
import { toAddPreviewJob } from '../previews/addPreview.job.ts'
import { setLost } from '../storage/blobStore.ts'
import { setPreviewed, setUnpreviewed } from '../previews/previewStore.ts'
import { deletePicture, insertPicture } from '../previews/pictureStore.ts'
import {
  failAbandonedFiles,
  findUnreadFile,
  hasReadPoster,
  lockLinkOfFile,
  setPictureOfLink,
  setRead,
  type UnreadFile,
} from './readingStore.ts'
import { openStoredFile } from './stripFile.ts'

/** The kind of the job that reads the files of a link. */
const readFileKind = 'readFile'

/** Returns the job that reads the files of a link. */
export const toReadFileJob = (ownerId: string, linkId: string, now: number) => ({
  ownerId,
  kind: readFileKind,
  payload: { link: linkId },
  now,
})

/** Prepares the words of a document. The result stores them, in the transaction that stores the facts of the document. */
export type PrepareText = (
  text: string,
) => Promise<(tx: Tx, link: { seq: number; owner_id: string }) => Promise<void>>

type Used = Pick<CommonServices, 'config' | 'db' | 'events' | 'fileStore' | 'now'> & { media: MediaProcesses }

const attempts = 4

/**
 * Reads the files of a link in separate processes: their size, duration and pages, and a picture for the link. A file
 * that cannot be read is stored without them.
 * @param prepareText receives the text of documents
 */
export function readFile(services: Used, prepareText: PrepareText): JobKind {
  const { config, db, events, now } = services
  return {
    kind: readFileKind,
    concurrency: config.mediaWorkers,
    attempts,
    async run(job, signal, slot) {
      const { link } = JSON.parse(job.payload) as { link: string }
      for (;;) {
        const file = await findUnreadFile(db.read, link)
        if (!file) return
        const isLast = job.attempts >= attempts
        const result = await read(services, file, { isLast, signal })
        const { text } = result.found
        const storeText = text === undefined ? null : await prepareText(text)
        await db.write(async tx => {
          const link = await keep(tx, file, result, now())
          if (link) await storeText?.(tx, link)
        })
        events.publish({ ownerId: file.owner_id, topics: ['links'], by: null })
        // The files of a link take turns with those of other owners.
        if (await slot.isWanted()) return 'yield'
      }
    },
    cleanUp: () => db.write(tx => failAbandonedFiles(tx, readFileKind)),
  }
}

/**
 * Reads a file.
 * @throws when the store or the machine fails, so that the job is tried again; at the last time the file has failed
 */
async function read(
  { db, fileStore, media, now }: Used,
  file: UnreadFile,
  { isLast, signal }: { isLast: boolean; signal: AbortSignal },
): Promise<MediaResult> {
  // The bytes of a copy that still arrives are those of its source.
  const key = file.copy_of ?? file.blob_id
  const options = { key: file.owner_id, signal }
  try {
    return await media.run(toTask(file), openStoredFile(fileStore, key, file.size), options)
  } catch (error) {
    if (signal.aborted) throw error
    const isLost = error instanceof StoreError && error.reason === 'lost' && file.copy_of === null
    if (isLost) await db.write(tx => setLost(tx, file.blob_id, now()))
    else if (!isLast || isResourceShortage(error)) throw error
    return { found: {}, failure: 'ended' }
  }
}

function toTask({ media_type: type, position }: UnreadFile): MediaTask {
  // A link has one text, that of its first file.
  if (type === documentType) return position === 0 ? 'document' : 'documentFacts'
  return type.startsWith('image/') ? 'image' : 'recording'
}

/**
 * Stores what was found in a file.
 * @returns its link; null when the file was deleted or read by another run since
 */
async function keep(
  tx: Tx,
  file: UnreadFile,
  { found, failure }: MediaResult,
  now: number,
): Promise<{ seq: number; owner_id: string } | null> {
  const link = await lockLinkOfFile(tx, file.link_id)
  if (!link) return null
  const { width, height, duration, pages, pictures, text: _text, ...facts } = found
  const changed = await setRead(tx, file.id, {
    width: width ?? null,
    height: height ?? null,
    duration_ms: duration ?? null,
    pages: pages ?? null,
    facts: Object.keys(facts).length > 0 ? JSON.stringify(facts) : null,
    state: failure === null ? 'ready' : 'failed',
    fault: failure === 'ended' ? 'unavailable' : failure,
  })
  if (!changed) return null
  if (failure === null && file.kind === 'file' && file.media_type.startsWith('image/'))
    await preparePreview(tx, file, found, now)
  const [card, thumb] = pictures ?? []
  // The picture that its owner chose, then the thumbnail that was uploaded, then the one in the file.
  const isWanted =
    file.position === 0 &&
    link.picture_source === null &&
    (file.kind === 'poster' || !(await hasReadPoster(tx, link.id)))
  if (card && thumb && isWanted) await replacePicture(tx, link, { card, thumb }, now)
  return link
}

/** Queues the preview of a picture that is too large for a large view. */
async function preparePreview(
  tx: Tx,
  { owner_id: ownerId, blob_id: blob, size }: UnreadFile,
  { width, height }: Found,
  now: number,
): Promise<void> {
  if (isLargePicture(size, width, height)) {
    await setUnpreviewed(tx, [blob])
    await enqueue(tx, toAddPreviewJob(ownerId, blob, now))
  } else await setPreviewed(tx, [blob])
}

async function replacePicture(
  tx: Tx,
  link: { seq: number; owner_id: string; picture_id: string | null },
  pictures: Pictures,
  now: number,
): Promise<void> {
  const id = await insertPicture(tx, link.owner_id, pictures, now)
  await setPictureOfLink(tx, link.seq, id)
  if (link.picture_id !== null) await deletePicture(tx, link.picture_id)
}
