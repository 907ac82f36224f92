import { FetchRefused } from './fetchRefused.ts'

/** A limit on how much runs at once, with a line of bounded length before it. */
export interface Slots {
  /**
   * Runs the work as soon as a slot is free.
   * @throws FetchRefused busy when the line is full or the wait too long; the signal's reason when it aborts first
   */
  run<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T>
}

/**
 * @param most how many run at once
 * @param line how many may wait
 * @param patience longest wait, in milliseconds
 */
export function createSlots(most: number, line: number, patience: number): Slots {
  let running = 0
  const waiting = new Set<() => void>()

  function takeTurn(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    if (running < most) {
      running++
      return Promise.resolve()
    }
    if (waiting.size >= line) return Promise.reject(new FetchRefused('busy'))
    return new Promise((done, fail) => {
      // The slot is handed over by the one who leaves, so nobody can push in between.
      const settle = (finish: () => void) => {
        waiting.delete(enter)
        clearTimeout(timer)
        signal.removeEventListener('abort', abort)
        finish()
      }
      const enter = () => settle(done)
      const abort = () => settle(() => fail(signal.reason))
      const timer = setTimeout(() => settle(() => fail(new FetchRefused('busy'))), patience)
      signal.addEventListener('abort', abort, { once: true })
      waiting.add(enter)
    })
  }

  function leave() {
    const [next] = waiting
    if (next) next()
    else running--
  }

  return {
    async run(work, signal) {
      await takeTurn(signal)
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}
