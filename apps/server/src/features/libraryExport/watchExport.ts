import type { Readable } from 'node:stream'
import type { CommonServices } from '../../calls/services.ts'
import { hasSession } from '../session/sessionQuery.ts'
import { type ExportProgress, updateExport } from './libraryExportStore.ts'

/** The interval for recording progress and checking whether the export was stopped, in milliseconds. */
const beatMs = 2000

/** An export that is being sent. */
export interface WatchedExport {
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
export function watchExport({ db, now }: Pick<CommonServices, 'db' | 'now'>, watched: WatchedExport): void {
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
