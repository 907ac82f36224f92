import { finished } from 'node:stream/promises'
import { create as createDisposition } from 'content-disposition'
import type { Readable } from 'node:stream'
import { Refused } from '../../access/refuse.ts'
import { QueueFullError } from '../../concurrency/queueErrors.ts'
import type { FileResponse, SessionFileRequest } from '../../calls/fileRequests.ts'
import { inertHeaders } from '../../calls/inertHeaders.ts'
import type { Services } from '../../services.ts'
import { unlessReadOnly } from '../importExport/export/exportLinks.ts'
import { mayUseAddress } from '../session/mayUseAddress.ts'
import { findPerson } from '../session/store.ts'
import { libraryEntries } from './contents/libraryEntries.ts'
import { beginExport, type ExportProgress, updateExport } from './libraryExportStore.ts'
import { createZipStream } from '../../blobStorage/zip/zipStream.ts'
import type { CommonServices } from '../../calls/services.ts'
import { hasSession } from '../session/sessionStore.ts'
import type { AddressKind } from '../../calls/sessionAddress.ts'

/**
 * The exports that a server sends at a time: one for each person. They have a separate pool, so that slow clients
 * do not delay uploads and other files.
 */
export const exportLimits = { concurrency: 32, perKey: 1, queueLength: 0, queuePerKey: 0 }

/** Returns whether the server can begin another export. */
export const hasPlace = ({ exports }: Pick<Services, 'exports'>): boolean =>
  exports.counts().running < exportLimits.concurrency

/**
 * Opens the ZIP of a library for its signed address, once, while the session lasts.
 * @returns 'missing' when the address is invalid or was used
 * @throws Refused 'transfer.exportRunning', 'server.busy'
 */
export async function serveExport(
  services: Services,
  request: SessionFileRequest,
): Promise<FileResponse | 'missing'> {
  const { db, now, exports } = services
  const { id, personId } = request
  if (!(await mayUseAddress(services, exportAddress, request))) return 'missing'
  const person = await findPerson(db.read, personId)
  if (!person) return 'missing'
  return new Promise((resolve, reject) => {
    const work = async () => {
      // On a read-only database only the slot of the person limits it.
      const hasBegun = await db.write(tx => beginExport(tx, personId, id, now())).catch(unlessReadOnly)
      if (hasBegun === false) return resolve('missing')
      const response = open(services, request, person.root_id)
      resolve(response)
      // The slot is released when the stream is closed.
      await finished(response.stream).catch(() => undefined)
    }
    exports.run(personId, work).catch((error: unknown) => reject(toRefusal(error)))
  })
}

function toRefusal(error: unknown): unknown {
  if (!(error instanceof QueueFullError)) return error
  return new Refused(error.scope === 'key' ? 'transfer.exportRunning' : 'server.busy', { retryAfter: 60 })
}

function open(services: Services, request: SessionFileRequest, rootId: string) {
  const { personId } = request
  const stop = new AbortController()
  const closed = new AbortController()
  const progress = { files: 0, bytes: 0, missing: 0 }
  const owner = { personId, rootId }
  const stream = createZipStream(libraryEntries({ services, owner, progress, signal: closed.signal }))
  stream.once('close', () => closed.abort())
  watchExport(services, { ...request, stream, progress, stop })
  const headers = {
    'content-type': 'application/zip',
    'content-disposition': createDisposition(request.name, { type: 'attachment' }),
    ...inertHeaders,
    'accept-ranges': 'none',
    'cache-control': 'private, no-store',
    // A proxy must not store it, because it may be larger than its disk.
    'x-accel-buffering': 'no',
  }
  // Not counted as bandwidth: an owner can always export the library.
  return {
    status: 200 as const,
    headers,
    ownerId: null,
    stream,
    stop: stop.signal,
    stalledMs: services.config.exportStalledMs,
  }
}

/** The interval for recording progress and checking whether the export was stopped, in milliseconds. */
const beatMs = 2000

/** An export that is being sent. */
interface WatchedExport {
  id: string
  personId: string
  sessionId: string
  stream: Readable
  progress: ExportProgress
  /** Aborted when the export must end early. */
  stop: AbortController
}

/**
 * Records the progress of an export until its end. Ends it when it was stopped or its session has ended. A database that
 * cannot be written does not end it.
 */
function watchExport({ db, now }: Pick<CommonServices, 'db' | 'now'>, watched: WatchedExport): void {
  const { id, personId, sessionId, stream, progress, stop } = watched
  const record = (state: 'running' | 'done' | 'stopped' | 'failed') =>
    db.write(tx => updateExport(tx, personId, id, { ...progress, state, updated_at: now() }))
  async function beat(): Promise<void> {
    const isRunning = await record('running').catch(() => true)
    const isSignedIn = await hasSession(db.read, sessionId, personId, now()).catch(() => true)
    if (isRunning && !isSignedIn) await record('stopped').catch(() => false)
    if (!isRunning || !isSignedIn) stop.abort()
  }
  let running: Promise<void> | null = null
  const timer = setInterval(() => {
    running ??= beat().finally(() => {
      running = null
    })
  }, beatMs)
  stream.once('close', () => {
    clearInterval(timer)
    const isComplete = stream.readableEnded
    void Promise.resolve(running)
      .then(() => record(isComplete ? 'done' : 'failed'))
      .catch(() => undefined)
  })
  stop.signal.addEventListener('abort', () => stream.destroy())
}

/** The addresses of exports. */
export const exportAddress: AddressKind = { path: 'export', purpose: 'export address', validMs: 5 * 60_000 }
