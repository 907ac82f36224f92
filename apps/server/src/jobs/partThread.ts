import type { Worker } from 'node:worker_threads'
import { endThread, startThread } from '../concurrency/threads.ts'
import type { Db, DbLocation } from '../db/db.ts'
import type { SerializedError } from '../readers/messages.ts'
import { deserializeError } from '../readers/serializedError.ts'

/** A part of an uploaded file. */
interface FilePart {
  job: string
  part: number
  /** Not to be used any more. */
  bytes: Uint8Array
  /** Until when the upload does not count as interrupted, in milliseconds since 1970. */
  until: number
}

/** The start data of the thread. */
export interface PartThreadData {
  location: DbLocation
}
/** A message to the thread, and its response. */
export type PartRequest = FilePart & { id: number }
export interface PartResponse {
  id: number
  error?: SerializedError
}

interface Waiting {
  resolve: () => void
  reject: (error: unknown) => void
}

/** The thread of one database. It runs while an upload uses it. */
class PartThread {
  readonly #location: DbLocation
  #worker: Worker | undefined
  #users = 0
  #lastId = 0
  readonly #waiting = new Map<number, Waiting>()

  constructor(location: DbLocation) {
    this.#location = location
  }

  open(): void {
    this.#users++
  }

  async close(): Promise<void> {
    if (--this.#users > 0) return
    const worker = this.#worker
    this.#worker = undefined
    if (worker) await endThread(worker)
  }

  store(part: FilePart): Promise<void> {
    const worker = (this.#worker ??= this.#start())
    const id = ++this.#lastId
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      const { buffer, length } = part.bytes
      // Moved where it is not a part of a shared buffer: a copy would be garbage of the request thread.
      const moved = buffer.byteLength === length ? [buffer as ArrayBuffer] : []
      worker.postMessage({ ...part, id } satisfies PartRequest, moved)
    })
  }

  #start(): Worker {
    const workerData: PartThreadData = { location: this.#location }
    const worker = startThread(new URL('./storeParts.thread.ts', import.meta.url), {
      workerData,
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16 },
    })
    let failure: unknown
    worker.on('message', ({ id, error }: PartResponse) => {
      const waiting = this.#waiting.get(id)
      this.#waiting.delete(id)
      if (error) waiting?.reject(deserializeError(error))
      else waiting?.resolve()
    })
    worker.on('error', error => (failure = error))
    worker.once('exit', () => {
      if (this.#worker !== worker && this.#worker !== undefined) return
      this.#worker = undefined
      const lost = failure ?? new Error('The thread that stores files has ended.')
      for (const { reject } of this.#waiting.values()) reject(lost)
      this.#waiting.clear()
    })
    return worker
  }
}

const threads = new WeakMap<Db, PartThread>()

/**
 * Opens the thread that stores parts of uploaded files in SQLite: each commit waits for the disk, and now and then copies
 * the log into the file, for which calls must not wait. `close` ends it after its last user.
 */
export function openPartThread(db: Db): Pick<PartThread, 'store' | 'close'> {
  const thread = threads.get(db) ?? new PartThread(db.location)
  threads.set(db, thread)
  thread.open()
  return thread
}
