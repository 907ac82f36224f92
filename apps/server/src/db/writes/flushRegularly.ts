/** Interval in milliseconds between writes, so that a use costs no write. A crash loses at most this much. */
const flushIntervalMs = 10_000

/** Calls a function that stores what was collected, regularly until `stop`, one call at a time. */
export function flushRegularly(store: () => Promise<void>) {
  let storing: Promise<void> = Promise.resolve()
  const flush = () => (storing = storing.then(store))
  const timer = setInterval(() => void flush(), flushIntervalMs).unref()
  return {
    flush,
    /** Waits for a running call. */
    ended: () => storing,
    /** Stores the last of it. */
    async stop(): Promise<void> {
      clearInterval(timer)
      await flush()
    },
  }
}
