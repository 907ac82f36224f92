import type { Db, DbLocation } from '../db/db.ts'
import type { SerializedError } from '../readers/messages.ts'
import { createRequestThread, type RequestThread } from '../readers/requestThread.ts'
import type { FilePart } from './fileStore.ts'

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

/** How long the thread of a slow upload stays alive without a part, in milliseconds. */
const idleMs = 60_000

/** The thread of one database. It runs while an upload uses it. */
interface SharedThread {
  thread: RequestThread<FilePart, PartResponse>
  users: number
}
const threads = new WeakMap<Db, SharedThread>()

function createShared({ location }: Db): SharedThread {
  const options = {
    workerData: { location } satisfies PartThreadData,
    resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16 },
  }
  const entry = new URL('./storeParts.thread.ts', import.meta.url)
  return { thread: createRequestThread(entry, options, idleMs), users: 0 }
}

/**
 * Opens the thread that stores parts of uploaded files in SQLite: each commit waits for the disk, and now and then copies
 * the log into the file, for which calls must not wait. `close` ends it after its last user. The bytes of a part must not be used any more.
 */
export function openPartThread(db: Db): { store(part: FilePart): Promise<void>; close(): Promise<void> } {
  const shared = threads.get(db) ?? createShared(db)
  threads.set(db, shared)
  shared.users++
  return {
    async store(part) {
      const { buffer, length } = part.bytes
      // Moved where it is not a part of a shared buffer: a copy would be garbage of the request thread.
      await shared.thread.ask(part, buffer.byteLength === length ? [buffer as ArrayBuffer] : [])
    },
    async close() {
      if (--shared.users === 0) await shared.thread.close()
    },
  }
}
