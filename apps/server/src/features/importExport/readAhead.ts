import { on } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { DbPlace } from '../../db/db.ts'
import type { JobRow } from '../../db/tables.ts'
import type { Turn } from '../../jobs/batches.ts'
import type { JobEnd } from '../../jobs/kind.ts'
import type { ImportBatch } from './importReading.ts'

/**
 * Batches in the order of the file, and at last how the job ends when all of them are written. Whoever asks for the next one
 * says how the turn of the one before was.
 */
export type ImportBatches = AsyncGenerator<ImportBatch, JobEnd, Turn | undefined>

/** What the thread tells: a batch as JSON, or that there is none left. */
export interface Told {
  batch?: string
  end?: JobEnd
}

/** What the thread is told when it starts. */
export interface ReadingOrder {
  place: DbPlace
  job: JobRow
  /** The present, in milliseconds since 1970. */
  startedAt: number
  /** How many batches may be ready or in writing. */
  ahead: number
}

/** One in writing, one ready, one in the making. */
const ahead = 2

/**
 * Reads a job's file in a thread of its own, which starts at once and stays a batch or two ahead of who takes them.
 * A thread that breaks throws here; who stops taking ends it.
 * @param startedAt the present, in milliseconds since 1970
 */
export function readAhead(place: DbPlace, job: JobRow, startedAt: number): ImportBatches {
  const order: ReadingOrder = { place, job, startedAt, ahead }
  const thread = new Worker(new URL('./importReading.thread.ts', import.meta.url), {
    workerData: order,
    execArgv: [],
    // As for the process: a mistake becomes a failed job.
    resourceLimits: { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32 },
  })
  return taken(thread, on(thread, 'message', { close: ['exit'] }) as AsyncIterable<[Told]>)
}

async function* taken(thread: Worker, messages: AsyncIterable<[Told]>): ImportBatches {
  try {
    for await (const [{ batch, end }] of messages) {
      if (end) return end
      const turn = yield JSON.parse(batch!) as ImportBatch
      thread.postMessage(turn ?? { isBusy: false })
    }
    throw new Error('The reading ended before the file did.')
  } finally {
    await thread.terminate()
  }
}
