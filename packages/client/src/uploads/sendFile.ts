import { finishUpload, startUpload, type UploadState } from '@nestmark/contract/files'
import type { Input, Output } from '@nestmark/contract/operation'
import type { FileKey } from '@nestmark/encryption/files/sealedFile'
import type { Client } from '@nestmark/contract/client'
import { encryptParts, type PartSource, plainParts } from './partSource.ts'
import type { Persist } from './persist.ts'
import type { SendPart } from './sendPart.ts'

/** The parts of a file that are sent side by side. */
const partsAtOnce = 3

export interface FileToSend {
  bytes: Blob
  name: string
  type: string
  parent: string | null
  purpose: 'file' | 'thumb' | 'copy'
  /** The same key continues the same upload. */
  requestKey: string
  peaks?: number[] | undefined
  /** Encrypts the bytes before they are sent. The server gets neither the name nor the type. */
  fileKey?: FileKey | undefined
}

export interface SendOptions {
  signal: AbortSignal
  /** Ends the sending like `signal`, but after the parts that are on their way, so that none of them is sent again. */
  pause?: AbortSignal
  /** Receives the bytes that were sent, and those that the server confirmed. */
  onProgress: (sent: number) => void
  /** The server has the upload under this ID. */
  onStarted?: (uploadId: string) => void
  /** The server is unreachable, or reachable again. */
  onOffline?: (offline: boolean) => void
  /** All bytes arrived. */
  onChecking?: () => void
  /** The file is stored under this key, and its link can be saved. */
  onStored?: (key: string) => void
}

/** The server has ended an upload that was not continued or saved in time, or was cancelled elsewhere. A new one may begin. */
export class UploadEnded extends Error {
  override name = 'UploadEnded'
}

/**
 * Uploads a file: sends the parts that the server does not have yet, three side by side, and finishes the upload. Waits while
 * the server is unreachable.
 * @returns the key for `s3_key` of a new link
 * @throws UploadEnded for a key whose upload has ended, Refusal when the server refuses it, and the reason of the signal that ended it
 */
export type SendFile = (file: FileToSend, options: SendOptions) => Promise<Output<typeof finishUpload>>

/** What sends calls and parts to a server. */
export interface FileSender {
  client: Pick<Client, 'call'>
  persist: Persist
  sendPart: SendPart
}

/** Creates the function that uploads files to a server. */
export const createSendFile =
  (sender: FileSender): SendFile =>
  (file, options) =>
    send(sender, file, options)

async function send(
  sender: FileSender,
  file: FileToSend,
  options: SendOptions,
): Promise<Output<typeof finishUpload>> {
  const { client, persist } = sender
  const { signal } = options
  const upload_id = await sendBytes(sender, file, options)
  options.onChecking?.()
  // A waveform is encrypted with the link.
  const peaks = file.fileKey ? undefined : file.peaks
  return persist(() => client.call(finishUpload, { upload_id, ...(peaks && { peaks }) }, { signal }), options)
}

/**
 * Uploads the bytes of a file as `SendFile` does, without finishing the upload.
 * @returns the ID of the upload
 */
export async function sendBytes(
  { client, persist, sendPart }: FileSender,
  file: FileToSend,
  options: SendOptions,
): Promise<string> {
  const { bytes, fileKey } = file
  const { signal, onStarted } = options
  const source = fileKey ? await encryptParts(bytes, fileKey) : plainParts(bytes)
  const start = toStart(file, source.size)
  const upload = await persist(() => client.call(startUpload, start, { signal }), options)
  const { upload_id, state } = upload
  if (state === 'cancelled' || state === 'expired') throw new UploadEnded()
  onStarted?.(upload_id)
  signal.throwIfAborted()
  if (state === 'open') await sendParts({ persist, sendPart }, upload, source, options)
  options.pause?.throwIfAborted()
  return upload_id
}

/**
 * Returns the call that starts an upload. The server receives only the length of an encrypted file.
 * @param size of what is sent, in bytes
 */
export function toStart(
  { name, type, parent, purpose, requestKey, fileKey }: Omit<FileToSend, 'bytes' | 'peaks'>,
  size: number,
): Input<typeof startUpload> {
  const start = { size, parent, purpose, request_key: requestKey }
  return fileKey
    ? { ...start, enc: 1, name: 'file', content_type: 'application/octet-stream' }
    : { ...start, name, content_type: type }
}

async function sendParts(
  { persist, sendPart }: Pick<FileSender, 'persist' | 'sendPart'>,
  upload: UploadState,
  bytes: PartSource,
  options: SendOptions,
): Promise<void> {
  const { upload_id: id, part_size: partSize, url, parts, size } = upload
  const count = Math.ceil(size / partSize)
  const sizeOf = (number: number) => Math.min(partSize, size - (number - 1) * partSize)
  const sent = new Map(parts.map(number => [number, sizeOf(number)]))
  const report = () => options.onProgress([...sent.values()].reduce((sum, each) => sum + each, 0))
  report()
  const missing = Array.from({ length: count }, (_, index) => index + 1).filter(number => !sent.has(number))
  // The other parts stop when one fails.
  const stop = new AbortController()
  const signal = AbortSignal.any([options.signal, stop.signal])
  const sendMissing = async () => {
    while (!options.pause?.aborted) {
      const current = missing.shift()
      if (current === undefined) return
      const from = (current - 1) * partSize
      await persist(
        async () => {
          const onProgress = (loaded: number) => {
            sent.set(current, Math.min(loaded, sizeOf(current)))
            report()
          }
          try {
            const part = await bytes.read(id, from, from + sizeOf(current))
            await sendPart(url, current, part, { onProgress, signal })
            onProgress(sizeOf(current))
          } catch (error) {
            onProgress(0)
            throw error
          }
        },
        { ...options, signal },
      )
    }
  }
  try {
    await Promise.all(Array.from({ length: partsAtOnce }, sendMissing))
  } catch (error) {
    stop.abort(error)
    throw error
  }
}
