import type { MessagePort, Worker } from 'node:worker_threads'

/** The request that ends a thread. */
const endRequest = 'end'
/** How long a thread may take to end itself, in milliseconds: it may be in a long query. */
const defaultGraceMs = 10_000

/**
 * Ends a thread whose program calls `endOnRequest`, and returns when it has ended. The thread ends itself between two
 * messages. `worker.terminate()` can crash the whole process while the thread evaluates its modules
 * (https://github.com/nodejs/node/issues/60755), so it is the last resort.
 * @param graceMs after how many milliseconds the thread is terminated
 */
export async function endThread(worker: Worker, graceMs = defaultGraceMs): Promise<void> {
  // A thread that has ended has the id -1, and emits no 'exit' any more.
  if (worker.threadId < 0) return
  const ended = new Promise(resolve => worker.once('exit', resolve))
  worker.postMessage(endRequest, [])
  const timer = setTimeout(() => void worker.terminate(), graceMs).unref()
  await ended
  clearTimeout(timer)
}

/** Ends the calling thread when `endThread` requests it. Call it before other listeners are added to the port. */
export function endOnRequest(port: MessagePort): void {
  port.on('message', (message: unknown) => {
    // In a thread it ends the thread only, at once: no other listener receives the message.
    if (message === endRequest) process.exit()
  })
}
