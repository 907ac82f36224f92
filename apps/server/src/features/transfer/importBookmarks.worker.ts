import { parentPort, workerData } from 'node:worker_threads'
import { type DbPlace, openDb } from '../../db/db.ts'
import type { JobRow } from '../../db/tables.ts'
import type { SharedLock } from '../../db/writeLock.ts'
import { runImport } from './importRun.ts'

/** The import's own thread: parsing and writing 100,000 links must not hold up anybody's page. */
const { place, sharedLock, job } = workerData as {
  place: DbPlace
  sharedLock: SharedLock | null
  job: JobRow
}
const db = openDb(place, sharedLock ?? undefined)
try {
  parentPort!.postMessage({ end: await runImport(db, job) })
} catch (error) {
  parentPort!.postMessage({ fault: error instanceof Error ? (error.stack ?? error.message) : String(error) })
} finally {
  await db.close()
}
