import { parentPort, threadId, workerData } from 'node:worker_threads'
import { endOnRequest } from '../concurrency/threads.ts'
import type { ReaderRequest } from './messages.ts'

/** A reader thread whose call 'block' ends when the test opens the lock. Other calls return the thread. */
const { lock } = workerData.config as { lock: Int32Array }
const port = parentPort!
endOnRequest(port)
port.on('message', (request: ReaderRequest) => {
  if (request.kind !== 'call') return
  if (request.call.path === 'block') Atomics.wait(lock, 0, 0)
  port.postMessage({ id: request.id, statements: 0, bytes: Buffer.from(`${threadId}`), status: 200 })
})
