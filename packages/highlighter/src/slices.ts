import type { Steps } from '@nestmark/core/anchor/steps'

/** So long work runs before the page gets its turn, in milliseconds: half of a frame. */
const sliceMs = 8

/**
 * Runs steps in slices of 8 ms. Input and frames of the page come between them. Starts in a separate task.
 * @param signal ends the work between two slices, with its reason as the error
 */
export async function runInSlices<T>(steps: Steps<T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    await pause()
    signal.throwIfAborted()
    const until = performance.now() + sliceMs
    do {
      const { done, value } = steps.next()
      if (done) return value
    } while (performance.now() < until)
  }
}

/** The part of the Scheduling API that not all browsers have. */
declare const scheduler: { yield?(): Promise<void> } | undefined

/** Continues in a later task. A timer would wait at least 4 ms. */
function pause(): Promise<void> {
  if (typeof scheduler !== 'undefined' && scheduler.yield) return scheduler.yield()
  return new Promise(resolve => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => {
      port1.close()
      resolve()
    })
    port1.start()
    port2.postMessage(null)
  })
}
