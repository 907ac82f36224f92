import { on } from 'node:events'
import type { Worker } from 'node:worker_threads'
import { endThread, startThread } from '../../../concurrency/threads.ts'
import type { DbLocation } from '../../../db/db.ts'
import type { JobRow } from '../../../db/tables/tables.ts'
import type { WriteLoadState } from '../../../jobs/batches.ts'
import type { JobResult } from '../../../jobs/jobKind.ts'
import type { ImportBatch } from '../writing/importBatch.ts'

/**
 * Batches in the order of the file, and the job's result after the last one is written. The consumer passes the
 * outcome of each batch when it requests the next.
 */
export type ImportBatches = AsyncGenerator<ImportBatch, JobResult, WriteLoadState | undefined>

/** A message of the thread: a batch as JSON, or the end. */
export type ReadAheadMessage = { batch: string } | { end: JobResult }

/** The thread's start parameters. */
export interface ReadingOrder {
  location: DbLocation
  job: JobRow
  /** The current time, in milliseconds since 1970. */
  startedAt: number
  /** The maximum number of batches that are ready or being written. */
  ahead: number
}

/** One being written, one ready, while one is being prepared. */
const ahead = 2

/**
 * Reads a job's file in a separate thread, which starts immediately and is one or two batches ahead of the
 * consumer. Throws when the thread fails; ends the thread when the consumer stops.
 * @param startedAt the current time, in milliseconds since 1970
 */
export function readAhead(location: DbLocation, job: JobRow, startedAt: number): ImportBatches {
  const order: ReadingOrder = { location, job, startedAt, ahead }
  const thread = startThread(new URL('./importReading.thread.ts', import.meta.url), {
    workerData: order,
    execArgv: [],
    // As for the process: exceeding the memory limit becomes a failed job.
    resourceLimits: { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32 },
  })
  return taken(thread, on(thread, 'message', { close: ['exit'] }) as AsyncIterable<[ReadAheadMessage]>)
}

async function* taken(thread: Worker, messages: AsyncIterable<[ReadAheadMessage]>): ImportBatches {
  try {
    for await (const [message] of messages) {
      if ('end' in message) return message.end
      const load = yield JSON.parse(message.batch) as ImportBatch
      thread.postMessage(load ?? { isBusy: false })
    }
    throw new Error('The reading thread ended before the end of the file.')
  } finally {
    await endThread(thread)
  }
}
