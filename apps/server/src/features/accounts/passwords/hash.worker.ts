import { scryptSync } from 'node:crypto'
import { parentPort } from 'node:worker_threads'
import { assertDefined } from '@nestmark/core/assertDefined'
import { endOnRequest } from '../../../concurrency/threads.ts'
import { lowerPriority } from '../../../concurrency/threadPriority.ts'
import type { HashAnswer, HashJob } from './hashThreads.ts'

lowerPriority('passwords')

const port = assertDefined(parentPort, 'parentPort')
endOnRequest(port)
// An error ends the thread, and the job with it.
port.on('message', ({ id, password, salt, keyBytes, cost }: HashJob & { id: number }) => {
  port.postMessage({ id, key: scryptSync(password, salt, keyBytes, cost) } satisfies HashAnswer, [])
})
