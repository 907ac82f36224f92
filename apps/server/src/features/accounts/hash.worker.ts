import { scryptSync } from 'node:crypto'
import { parentPort } from 'node:worker_threads'
import { lowerPriority } from '../../concurrency/threadPriority.ts'
import type { HashJob } from './hashThreads.ts'

lowerPriority('passwords')

// An error ends the thread, and the job with it.
parentPort!.on('message', ({ password, salt, keyBytes, cost }: HashJob) => {
  parentPort!.postMessage(scryptSync(password, salt, keyBytes, cost), [])
})
