import { on } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { assertDefined } from '@nestmark/core/assertDefined'
import { endOnRequest } from '../../../concurrency/threads.ts'
import { openDb } from '../../../db/openDb.ts'
import { enterLongWork } from '../../../db/writes/longWork.ts'
import type { WriteLoadState } from '../../../jobs/batches.ts'
import { ImportReading } from './importReading.ts'
import type { ReadingOrder, ReadAheadMessage } from './readAhead.ts'

/**
 * The reading half of an import, in a thread parallel to the writing one. It posts batches as JSON, which transfers
 * faster than objects, and waits when `ahead` batches are in progress.
 */
const { location, job, startedAt, ahead } = workerData as ReadingOrder
const port = assertDefined(parentPort, 'parentPort')
endOnRequest(port)
/** One message for each written batch. */
const written = on(port, 'message') as AsyncIterator<[WriteLoadState]>

enterLongWork()
const db = openDb(location)
// Not awaited: the evaluation of this module ends before the reading, because a thread must not end during it.
void read()

async function read(): Promise<void> {
  const reading = new ImportReading(db, job, startedAt)
  const batches = reading.batches()
  for (let posted = 1; ; posted++) {
    const next = await batches.next()
    if (next.done) {
      port.postMessage({ end: next.value } satisfies ReadAheadMessage)
      break
    }
    port.postMessage({ batch: JSON.stringify(next.value) } satisfies ReadAheadMessage)
    if (posted < ahead) continue
    const { value } = await written.next()
    reading.adapt(value[0].isBusy)
  }
  await db.close()
  port.close()
}
