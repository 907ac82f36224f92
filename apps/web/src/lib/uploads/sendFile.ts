import { Refusal } from '@nestmark/contract/client'
import { finishUpload, startUpload, type UploadState } from '@nestmark/contract/files'
import type { Output } from '@nestmark/contract/operation'
import { client, isUnreachable } from '../api/client.ts'
import { waitUntilReachable } from '../connection.ts'
import { sendPart } from './sendPart.ts'

/** The parts of a file that are sent side by side. */
const partsAtOnce = 3
const minPause = 1_000
const maxPause = 30_000
/** How often a call that the server refuses for a moment is repeated before the upload stops. */
const maxTries = 5

export interface FileToSend {
  bytes: Blob
  name: string
  type: string
  parent: string | null
  purpose: 'file' | 'thumb'
  /** The same key continues the same upload. */
  requestKey: string
  peaks?: number[] | undefined
}

export interface SendOptions {
  signal: AbortSignal
  /** Receives the bytes that were sent, and those that the server confirmed. */
  onProgress: (sent: number) => void
  /** The server has the upload under this ID. */
  onStarted?: (uploadId: string) => void
  /** The server is unreachable, or reachable again. */
  onOffline?: (offline: boolean) => void
  /** All bytes arrived. */
  onChecking?: () => void
}

/**
 * Uploads a file: sends the parts that the server does not have yet, three side by side, and finishes the upload. Waits while
 * the server is unreachable.
 * @returns the key for `s3_key` of a new link
 * @throws Refusal when the server refuses it, and the reason of the signal when it is aborted
 */
export async function sendFile(file: FileToSend, options: SendOptions): Promise<Output<typeof finishUpload>> {
  const { bytes, name, type, parent, purpose, requestKey, peaks } = file
  const { signal, onStarted, onChecking } = options
  const upload = await persist(
    () =>
      client.call(
        startUpload,
        { name, size: bytes.size, content_type: type, parent, purpose, request_key: requestKey },
        { signal },
      ),
    options,
  )
  onStarted?.(upload.upload_id)
  if (upload.state === 'open') await sendParts(upload, bytes, options)
  onChecking?.()
  return persist(
    () => client.call(finishUpload, { upload_id: upload.upload_id, ...(peaks && { peaks }) }, { signal }),
    options,
  )
}

async function sendParts(upload: UploadState, bytes: Blob, options: SendOptions): Promise<void> {
  const { part_size: partSize, url, parts } = upload
  const count = Math.ceil(bytes.size / partSize)
  const sizeOf = (number: number) => Math.min(partSize, bytes.size - (number - 1) * partSize)
  const sent = new Map(parts.map(number => [number, sizeOf(number)]))
  const report = () => options.onProgress([...sent.values()].reduce((sum, each) => sum + each, 0))
  report()
  const missing = Array.from({ length: count }, (_, index) => index + 1).filter(number => !sent.has(number))
  // The other parts stop when one fails.
  const stop = new AbortController()
  const signal = AbortSignal.any([options.signal, stop.signal])
  const sendMissing = async () => {
    for (let number = missing.shift(); number !== undefined; number = missing.shift()) {
      const current = number
      const from = (current - 1) * partSize
      await persist(
        async () => {
          const onProgress = (loaded: number) => {
            sent.set(current, Math.min(loaded, sizeOf(current)))
            report()
          }
          try {
            await sendPart(url, current, bytes.slice(from, from + sizeOf(current)), { onProgress, signal })
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

/**
 * Repeats a call while the server is unreachable or refuses it for a moment.
 * @throws the error of a call that would fail again
 */
async function persist<Result>(
  call: () => Promise<Result>,
  { signal, onOffline }: Pick<SendOptions, 'signal' | 'onOffline'>,
): Promise<Result> {
  let pause = minPause
  for (let tries = 1; ; tries++) {
    try {
      return await call()
    } catch (error) {
      signal.throwIfAborted()
      if (isUnreachable(error)) {
        onOffline?.(true)
        await waitFor(pause, signal)
        await waitUntilReachable(signal)
        signal.throwIfAborted()
        onOffline?.(false)
      } else if (error instanceof Refusal && isTemporary(error) && tries < maxTries)
        await waitFor(Math.max(pause, error.retryAfter * 1_000), signal)
      else throw error
      pause = Math.min(maxPause, pause * 2)
    }
  }
}

const isTemporary = ({ status, code }: Refusal) =>
  status === 429 || (status >= 500 && status !== 507) || code === 'files.partBusy'

/** Waits for a time in milliseconds. Throws the reason of the signal when it is aborted. */
function waitFor(time: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', onAbort)
      resolve()
    }, time)
    signal.addEventListener('abort', onAbort)
  })
}
