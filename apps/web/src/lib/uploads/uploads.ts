import { type SendOptions, toStart, UploadEnded } from '@nestmark/client/uploads/sendFile'
import { saveEncryptedLink } from '@nestmark/contract/encryption/encryption'
import { startUpload } from '@nestmark/contract/files'
import { saveLink } from '@nestmark/contract/links/links'
import { toSealedLength } from '@nestmark/core/sealedFile'
import { client, formatError } from '../api/client.ts'
import { refresh } from '../api/queryClient.ts'
import { deleteUploads } from './deleteUploads.ts'
import { uploads, type Upload, unfinished } from './upload.ts'
import { makePreview } from './files/localPreview.ts'
import { prepareFile, RefusedFile } from './files/prepareFile.ts'
import { saveSealed, saveUploaded } from './saveUploaded.ts'
import { planNext } from './sending/planNext.ts'
import { find, hold, patch, release, type Source, sources, store, storeBytes } from './files/sources.ts'
import { isFileMissing, startAnew } from './sending/startAnew.ts'
import { readStoredUploads } from './storedUploads.ts'
import { isFinal, toStopReason } from './sending/stopReason.ts'
import { TransferRate } from './sending/transferRate.ts'

/** How long the last parts of a paused upload may make no progress, in milliseconds. */
const stallMs = 4_000

/** The number of finished uploads that keep their picture. */
const doneWithPicture = 50

/** Makes what is sent with a file, and then lets it run. */
async function prepare(id: string, source: Source): Promise<void> {
  source.isPreparing = true
  if (await checkFile(id, source)) await addPreview(id)
  source.isPreparing = false
  source.isPrepared = true
  runNext()
}

/** Checks the file of an upload, and removes place and camera data from it. Returns false where it cannot be sent. */
async function checkFile(id: string, source: Source): Promise<boolean> {
  const upload = find(id)
  if (!upload || !source.file) return false
  if (source.isChecked) return true
  const file = new File([source.file], upload.name, { type: source.file.type })
  try {
    const { bytes, ...found } = await prepareFile(file, !source.sealing)
    if (!find(id)) return false
    if (bytes !== file) source.file = bytes
    source.isChecked = true
    patch(id, { ...found, size: bytes.size })
    store(id)
    if (bytes !== file) storeBytes(id)
    return true
  } catch (error) {
    if (error instanceof RefusedFile) {
      patch(id, { phase: 'refused', reason: error.message })
      release(id)
    } else {
      // The file was changed or removed on the disk.
      source.file = null
      patch(id, { phase: 'missing' })
    }
    return false
  }
}

/** Makes the local picture of a file, and its poster or waveform. */
async function addPreview(id: string): Promise<void> {
  const source = sources.get(id)
  const upload = find(id)
  if (!source?.file || !upload) return
  const { category } = upload
  const isVideo = category === 2
  // A reload keeps what was made before.
  const made = (source.thumbnail ?? source.peaks) ? undefined : await makePreview(source.file, category)
  const picture = made ? made.picture : source.thumbnail
  source.peaks ??= made?.peaks
  if (!picture || !find(id)) return
  source.picture = picture
  // The server makes thumbnails of pictures itself. It does not decode videos.
  if (isVideo) source.thumbnail = picture
  patch(id, { picture: URL.createObjectURL(picture) })
  if (isVideo) storeBytes(id)
}

/** Starts waiting uploads, and prepares the next ones. */
export function runNext(): void {
  const next = planNext(uploads.get(), sources)
  for (const [id, source] of next.run) void run(id, source)
  for (const [id, source] of next.prepare) void prepare(id, source)
}

/** Removes the pictures of uploads that ended long ago: after thousands of files they would fill the memory. */
function dropOldPictures(): void {
  const shown = uploads.get().filter(({ phase, picture }) => phase === 'done' && picture !== undefined)
  for (const { id, picture = '' } of shown.slice(0, -doneWithPicture)) {
    URL.revokeObjectURL(picture)
    patch(id, { picture: undefined })
  }
}

async function run(id: string, source: Source): Promise<void> {
  const upload = find(id)
  if (!upload) return
  if (!source.file) return patch(id, { phase: 'missing' })
  const running = new AbortController()
  const pausing = new AbortController()
  const rate = new TransferRate()
  source.running = running
  source.pausing = pausing
  source.hasBegun = true
  store(id)
  patch(id, { phase: 'sending', reason: undefined, isOverQuota: undefined })
  try {
    const options: SendOptions = {
      signal: running.signal,
      pause: pausing.signal,
      onProgress: sent => {
        rate.record(performance.now(), sent)
        patch(id, { sent: Math.min(sent, upload.size), speed: rate.read() })
      },
      onStarted: uploadId => {
        source.uploadId = uploadId
        store(id)
      },
      onOffline: offline => {
        // The parts on their way are lost.
        if (pausing.signal.aborted) return running.abort()
        patch(id, { phase: offline ? 'offline' : 'sending', speed: undefined })
      },
      onStored: fileKey => patch(id, { fileKey }),
      onChecking: () => patch(id, { phase: 'checking' }),
    }
    const sent = { ...source, file: source.file }
    const getTitle = () => find(id)?.title
    const link = source.sealing
      ? await saveSealed(upload, sent, source.sealing, options, getTitle)
      : await saveUploaded(upload, sent, options, getTitle)
    patch(id, { phase: 'done', sent: upload.size, linkId: link._id })
    dropOldPictures()
    release(id)
    await refresh([...saveLink.touches, ...saveEncryptedLink.touches, 'storage'])
    // The lists render what was read in a separate task, which comes first.
    setTimeout(() => patch(id, { isListed: true }))
  } catch (error) {
    if (running.signal.aborted || pausing.signal.aborted) return
    if (error instanceof UploadEnded) return await startAnew(id, source)
    if (isFileMissing(error)) {
      source.file = null
      patch(id, { phase: 'missing' })
      store(id)
      return
    }
    if (isFinal(error)) {
      patch(id, { phase: 'refused', reason: formatError(error) })
      void deleteSent(upload, source).catch(() => undefined)
      release(id)
      return
    }
    patch(id, { phase: 'stopped', ...toStopReason(error, upload.size) })
    store(id)
  } finally {
    delete source.running
    delete source.pausing
    if (find(id)?.isPausing) patch(id, { isPausing: undefined })
    runNext()
  }
}

/** Returns whether an upload has bytes to send, which can wait. */
export const isPausable = ({ phase }: Upload): boolean => unfinished.has(phase) && phase !== 'checking'

/** Pauses an upload: no further part is sent, and those on their way arrive, so that its progress stays. */
export function pauseUpload(id: string): void {
  const upload = find(id)
  if (!upload || !isPausable(upload)) return
  const { running, pausing } = sources.get(id) ?? {}
  const isPausing = upload.phase === 'sending' && pausing !== undefined
  patch(id, { phase: 'paused', speed: undefined, ...(isPausing && { isPausing }) })
  if (isPausing) {
    pausing.abort()
    endWhenStalled(id)
  } else running?.abort()
  store(id)
}

/** Ends the last parts of a paused upload that make no progress: a connection that hangs would hold it for ever. */
function endWhenStalled(id: string, before = -1): void {
  const running = sources.get(id)?.running
  const upload = find(id)
  if (!running || !upload?.isPausing) return
  if (upload.sent === before) return running.abort()
  AbortSignal.timeout(stallMs).addEventListener('abort', () => endWhenStalled(id, upload.sent))
}

/** Continues a paused or stopped upload. */
export function resumeUpload(id: string): void {
  const upload = find(id)
  if (upload?.phase !== 'paused' && upload?.phase !== 'stopped') return
  patch(id, { phase: 'waiting', reason: undefined })
  runNext()
}

/** Deletes the bytes that the server has of an upload. */
async function deleteSent({ id, name, size, type, parent }: Upload, source: Source): Promise<void> {
  const toUploadId = async () => {
    // The answer to its start was lost: the same key returns the same upload.
    const { fileKey, linkId } = source.sealing ?? {}
    const start = toStart(
      { name, type, parent, requestKey: linkId ?? source.requestKey ?? id, purpose: 'file', fileKey },
      fileKey ? toSealedLength(size) : size,
    )
    return (await client.call(startUpload, start)).upload_id
  }
  deleteUploads([source.uploadId ?? (await toUploadId())])
}

/** Cancels an upload and removes it from the list. Its bytes on the server are deleted. */
export function cancelUploading(id: string): void {
  const upload = find(id)
  const source = sources.get(id)
  uploads.set(now => now.filter(each => each.id !== id))
  if (upload?.picture) URL.revokeObjectURL(upload.picture)
  source?.running?.abort()
  // It expires by itself where these calls are lost.
  if (upload && source?.hasBegun && upload.phase !== 'done')
    void deleteSent(upload, source).catch(() => undefined)
  release(id)
}

/** Removes finished and refused uploads from the list. */
export function dismissEnded(): void {
  for (const { id, phase } of uploads.get()) if (phase === 'done' || phase === 'refused') cancelUploading(id)
}

/** Continues the uploads that a reload of the page interrupted. */
export async function restoreUploads(user: string): Promise<void> {
  const rows = await readStoredUploads(user)
  for (const row of rows.sort((one, other) => one.upload.order - other.upload.order)) {
    if (sources.has(row.id)) continue
    const { file = null, thumbnail = null, root = '', peaks, requestKey, uploadId, hasBegun, sealing } = row
    // Previous versions of the page stored checked files only.
    const { isChecked = true } = row
    const sent = { requestKey, uploadId, hasBegun, sealing, isChecked }
    sources.set(row.id, { user, root, file, thumbnail, peaks, ...sent })
    if (!(await hold(row.id))) {
      sources.delete(row.id)
      continue
    }
    const { phase } = row.upload
    const next = !file ? 'missing' : unfinished.has(phase) ? 'waiting' : phase
    uploads.set(now => [...now, { ...row.upload, phase: next }])
    runNext()
  }
}
