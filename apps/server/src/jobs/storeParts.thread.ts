import { parentPort, workerData } from 'node:worker_threads'
import { assertDefined } from '@nestmark/core/assertDefined'
import { endOnRequest } from '../concurrency/threads.ts'
import { openDb } from '../db/openDb.ts'
import { serializeError } from '../readers/serializedError.ts'
import { storeReceived } from './fileStore.ts'
import type { PartRequest, PartResponse, PartThreadData } from './partThread.ts'

/** Stores parts of uploaded files with its own connection, in the order of the messages. */
const port = assertDefined(parentPort, 'parentPort')
endOnRequest(port)
// It reads nothing that it could need again.
const db = openDb((workerData as PartThreadData).location, { cacheKb: 1024 })

port.on('message', (message: PartRequest | string) => {
  if (typeof message !== 'string') void store(message)
})

async function store({ id, ...part }: PartRequest): Promise<void> {
  let response: PartResponse = { id }
  try {
    await db.write(tx => storeReceived(tx, part), { isLoad: false })
  } catch (error) {
    response = { id, error: serializeError(error) }
  }
  port.postMessage(response, [])
}
