import { saveEncryptedLink } from '@nestmark/contract/encryption'
import { startUpload } from '@nestmark/contract/files'
import { saveLink } from '@nestmark/contract/links'
import { toSealedLength } from '@nestmark/core/sealedFile'
import { client } from '../api/client.ts'
import { refresh } from '../api/queryClient.ts'
import { randomKey } from '../randomKey.ts'
import { deleteUploads } from './deleteUploads.ts'
import { uploads } from './list.ts'
import { makePoster, makeThumbnail, readPeaks } from './localPreview.ts'
import { prepareFile, RefusedFile } from './prepareFile.ts'
import { saveSealed, saveUploaded } from './saveUploaded.ts'
import { createSealing, encryptsInto } from './sealing.ts'
import { type SendOptions, toStart } from './sendFile.ts'
import { find, hold, patch, release, type Source, sources, store, storeBytes } from './sources.ts'
import { readStoredUploads } from './storedUploads.ts'
import { toStopReason } from './stopReason.ts'
import { TransferRate } from './transferRate.ts'
import { toTitle, type Upload, unfinished } from './upload.ts'

/** Files that are sent at the same time. */
const filesAtOnce = 2

/** Where the files go. */
export interface UploadTarget {
  user: string
  parent: string | null
  parentName: string
  /** The collection of the top level. */
  root: string
}

let lastOrder = 0

/** Returns a number that is larger than the former ones, also after a reload. */
function nextOrder(): number {
  lastOrder = Math.max(Date.now(), lastOrder + 1)
  return lastOrder
}

/** Adds files to the uploads. Each becomes a link of the collection. Files that cannot be uploaded are listed with the reason. */
export async function addFiles(files: readonly File[], target: UploadTarget): Promise<void> {
  const { user, parent, parentName, root } = target
  const isEncrypted = await encryptsInto(parent ?? root)
  for (const file of files) {
    const id = randomKey()
    const base = {
      id,
      order: nextOrder(),
      name: file.name,
      title: toTitle(file.name),
      size: file.size,
      parent,
      parentName,
      sent: 0,
    }
    sources.set(id, { user, root, file: null, thumbnail: null })
    try {
      const { bytes, type, category, name } = await prepareFile(file)
      const sealing = isEncrypted ? await createSealing() : null
      const source: Source = { user, root, file: bytes, thumbnail: null, sealing }
      sources.set(id, source)
      const waiting = { name, size: bytes.size, type, category, phase: 'waiting' } as const
      uploads.set(now => [...now, { ...base, ...waiting, ...(isEncrypted && { isEncrypted }) }])
      await hold(id)
      store(id)
      storeBytes(id)
      void prepare(id)
    } catch (error) {
      if (!(error instanceof RefusedFile)) throw error
      const refused = { type: 'image/png', category: 1, phase: 'refused', reason: error.message } as const
      uploads.set(now => [...now, { ...base, ...refused }])
    }
  }
}

/** Makes what is sent with a file, and then lets it run. */
async function prepare(id: string): Promise<void> {
  await addPreview(id)
  const source = sources.get(id)
  if (source) source.isPrepared = true
  runNext()
}

/** Makes the local picture of a file, and its poster or waveform. */
async function addPreview(id: string): Promise<void> {
  const source = sources.get(id)
  const upload = find(id)
  if (!source?.file || !upload) return
  if (upload.category === 5) {
    source.peaks ??= await readPeaks(source.file)
    return
  }
  const isVideo = upload.category === 2
  const picture = isVideo
    ? (source.thumbnail ?? (await makePoster(source.file)))
    : upload.category === 1
      ? await makeThumbnail(source.file)
      : null
  if (!picture || !find(id)) return
  source.picture = picture
  // The server makes thumbnails of pictures itself. It does not decode videos.
  if (isVideo) source.thumbnail = picture
  patch(id, { picture: URL.createObjectURL(picture) })
  if (isVideo) storeBytes(id)
}

/** Starts waiting uploads, as many as may run at the same time. */
function runNext(): void {
  for (const upload of uploads.get()) {
    const running = [...sources.values()].filter(source => source.running).length
    if (running >= filesAtOnce) return
    const source = sources.get(upload.id)
    if (upload.phase === 'waiting' && source?.isPrepared && !source.running) void run(upload.id, source)
  }
}

async function run(id: string, source: Source): Promise<void> {
  const upload = find(id)
  if (!upload) return
  if (!source.file) return patch(id, { phase: 'missing' })
  const running = new AbortController()
  const rate = new TransferRate()
  source.running = running
  source.hasBegun = true
  store(id)
  patch(id, { phase: 'sending', reason: undefined, isOverQuota: undefined })
  try {
    const options: SendOptions = {
      signal: running.signal,
      onProgress: sent => {
        rate.record(performance.now(), sent)
        patch(id, { sent: Math.min(sent, upload.size), speed: rate.read() })
      },
      onStarted: uploadId => {
        source.uploadId = uploadId
        store(id)
      },
      onOffline: offline => patch(id, { phase: offline ? 'offline' : 'sending', speed: undefined }),
      onChecking: () => patch(id, { phase: 'checking' }),
    }
    const sent = { ...source, file: source.file }
    const getTitle = () => find(id)?.title
    const link = source.sealing
      ? await saveSealed(upload, sent, source.sealing, options, getTitle)
      : await saveUploaded(upload, sent, options, getTitle)
    patch(id, { phase: 'done', sent: upload.size, linkId: link._id })
    release(id)
    await refresh([...saveLink.touches, ...saveEncryptedLink.touches, 'storage'])
  } catch (error) {
    if (running.signal.aborted) return
    patch(id, { phase: 'stopped', ...toStopReason(error, upload.size) })
    store(id)
  } finally {
    delete source.running
    runNext()
  }
}

export function pauseUpload(id: string): void {
  const upload = find(id)
  if (!upload || !unfinished.has(upload.phase)) return
  patch(id, { phase: 'paused' })
  sources.get(id)?.running?.abort()
  store(id)
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
      { name, type, parent, requestKey: linkId ?? id, purpose: 'file', fileKey },
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

/** Continues an upload whose bytes the browser lost, with the same file. Returns false for another file. */
export async function chooseAgain(id: string, file: File): Promise<boolean> {
  const upload = find(id)
  const source = sources.get(id)
  if (!upload || !source) return false
  if (source.sealing) {
    // Other bytes under the same key would disclose both.
    const { parent, parentName } = upload
    cancelUploading(id)
    await addFiles([file], { user: source.user, parent, parentName, root: source.root })
    return true
  }
  try {
    const { bytes } = await prepareFile(file)
    // The server compares the digest of each part, so a changed file is refused there.
    if (bytes.size !== upload.size) return false
    source.file = bytes
  } catch {
    return false
  }
  patch(id, { phase: 'waiting', reason: undefined })
  storeBytes(id)
  void prepare(id)
  return true
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
    const { file = null, thumbnail = null, root = '', peaks, uploadId, hasBegun, sealing } = row
    sources.set(row.id, { user, root, file, thumbnail, peaks, uploadId, hasBegun, sealing })
    if (!(await hold(row.id))) {
      sources.delete(row.id)
      continue
    }
    const { phase } = row.upload
    const next = !file ? 'missing' : unfinished.has(phase) ? 'waiting' : phase
    uploads.set(now => [...now, { ...row.upload, phase: next }])
    void prepare(row.id)
  }
}
