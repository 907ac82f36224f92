/** Waits for a time in milliseconds. Throws the reason of the signal when it is aborted. */
export function waitFor(time: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', onAbort)
      resolve()
    }, time)
    signal.addEventListener('abort', onAbort)
  })
}
