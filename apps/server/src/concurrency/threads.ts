import { setFlagsFromString } from 'node:v8'
import { type MessagePort, Worker, type WorkerOptions } from 'node:worker_threads'

/** The request that ends a thread. */
const endRequest = 'end'
/** How long a thread may take to end itself, in milliseconds: it may be in a long query. */
const defaultGraceMs = 10_000

/**
 * Starts a thread.
 * @param entry its program, which calls `endOnRequest`
 * @param options with `resourceLimits`
 */
export function startThread(entry: URL, options: WorkerOptions): Worker {
  // Each thread removes the types of its modules with WebAssembly. When threads start and end, V8 can free their code
  // twice and then ends the process: "Check failed: jit_page.has_value()" (https://github.com/nodejs/node/issues/64500).
  // Without this collector, V8 keeps the code and reuses it for the next thread.
  setFlagsFromString('--no-wasm-code-gc')
  // The flag of `npm start` is for the main thread, which has read it. In a thread it would replace `maxYoungGenerationSizeMb`.
  setFlagsFromString('--max-semi-space-size=0')
  return new Worker(entry, options)
}

/**
 * Ends a thread whose program calls `endOnRequest`, and returns when it has ended. The thread ends itself between
 * two messages. `worker.terminate()` can crash the entire process while the thread evaluates its modules
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
    // In a thread this ends only the thread, immediately: no other listener receives the message.
    if (message === endRequest) process.exit()
  })
}
