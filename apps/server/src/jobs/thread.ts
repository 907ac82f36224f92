import { Worker } from 'node:worker_threads'
import type { Db } from '../db/db.ts'
import type { JobRow } from '../db/tables.ts'
import { freeLockOf } from '../db/writeLock.ts'
import type { JobEnd } from './runner.ts'

/**
 * Runs a job in a thread of its own, which opens the database itself and takes turns at writing with this one.
 * @param file the thread's program; it posts `{ end }` or `{ fault }`
 * @param signal ends the thread at once; what it had not committed is rolled back
 * @throws when the thread reports a fault or ends without a word
 */
export function runInThread(file: URL, db: Db, job: JobRow, signal: AbortSignal): Promise<JobEnd> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(file, {
      workerData: { place: db.place, sharedLock: db.sharedLock, job },
      // The heap of an import is bounded by its batches; this bound turns a mistake into a failed job, not a dead server.
      resourceLimits: { maxOldGenerationSizeMb: 256 },
    })
    const thread = worker.threadId
    const stop = () => void worker.terminate()
    signal.addEventListener('abort', stop, { once: true })
    worker.once('message', (message: { end?: JobEnd; fault?: string }) => {
      if (message.end) resolve(message.end)
      else reject(new Error(message.fault))
    })
    worker.once('error', reject)
    worker.once('exit', () => {
      signal.removeEventListener('abort', stop)
      if (db.sharedLock) freeLockOf(db.sharedLock, thread)
      reject(new Error('The thread ended before its work was done.'))
    })
  })
}
