import { uploads, type Upload } from '../upload.ts'
import { deleteStoredUpload, storeFile, storeUpload } from '../storedUploads.ts'
import type { Sealing } from '../sending/sealing.ts'

/** What an upload needs besides its state. */
export interface Source {
  user: string
  file: Blob | null
  thumbnail: Blob | null
  peaks?: number[] | undefined
  /** A small picture of the file. */
  picture?: Blob
  /** The collection of the top level. */
  root: string
  /** How it is encrypted; null for a file in plain text, decided when it is added. */
  sealing?: Sealing | null | undefined
  /** False before the file was checked and place and camera data were removed. */
  isChecked: boolean
  /** The key of its present attempt, after the server has ended an earlier one. The first attempt has its ID. */
  requestKey?: string | undefined
  /** The ID of the upload on the server. */
  uploadId?: string | undefined
  /** The start was requested from the server. */
  hasBegun?: boolean | undefined
  /** Its poster or waveform is being made. */
  isPreparing?: boolean
  /** Its poster or waveform is made. */
  isPrepared?: boolean
  running?: AbortController
  /** Ends the sending between two parts. */
  pausing?: AbortController
  /** Ends the lock that informs other windows that this one sends the upload. */
  unlock?: () => void
}
export const sources = new Map<string, Source>()

export const find = (id: string) => uploads.get().find(upload => upload.id === id)

export function patch(id: string, part: Partial<Upload>): void {
  uploads.set(now => now.map(upload => (upload.id === id ? { ...upload, ...part } : upload)))
}

/** Stores the current state of an upload. */
export function store(id: string): void {
  const source = sources.get(id)
  const upload = find(id)
  if (!source || !upload) return
  // A reload ends the parts that are on their way.
  const { picture: _, isPausing: _parts, ...rest } = upload
  const { user, root, requestKey, uploadId, hasBegun, peaks, sealing, isChecked } = source
  const row = { id, user, root, upload: rest, requestKey, uploadId, hasBegun, peaks, sealing, isChecked }
  void storeUpload(row)
}

/** Stores the bytes of an upload. */
export function storeBytes(id: string): void {
  const { file = null, thumbnail = null } = sources.get(id) ?? {}
  if (file) void storeFile({ id, file, thumbnail })
}

/** Informs other windows of this browser that this one sends an upload. Returns false where another one does. */
export function hold(id: string): Promise<boolean> {
  if (!('locks' in navigator)) return Promise.resolve(true)
  return new Promise(resolve => {
    void navigator.locks.request(`nestmark-upload-${id}`, { ifAvailable: true }, lock => {
      resolve(lock !== null)
      const source = sources.get(id)
      if (lock === null || !source) return
      return new Promise<void>(unlock => (source.unlock = unlock))
    })
  })
}

/** Frees what an upload holds on this device. */
export function release(id: string): void {
  sources.get(id)?.unlock?.()
  sources.delete(id)
  void deleteStoredUpload(id)
}

/** Stops all uploads when the user changes. */
export function stopUploads(): void {
  for (const { running, unlock } of sources.values()) {
    running?.abort()
    unlock?.()
  }
  sources.clear()
  uploads.set([])
}
