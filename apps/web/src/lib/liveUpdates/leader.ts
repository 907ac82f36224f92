const lockName = 'nestmark-events'

/** True where the tabs of a browser can agree on one of them; pages that came over plain http cannot. */
export const hasLocks = typeof navigator !== 'undefined' && 'locks' in navigator

/**
 * Does a work in one tab of the browser: when that one goes, the next takes over. Where tabs cannot agree, each does it
 * while it is in sight.
 * @param task runs until its signal aborts
 * @param signal this tab takes no part any more
 * @returns takes the work over from a tab that does not answer
 */
export function runInLeader(task: (signal: AbortSignal) => Promise<void>, signal: AbortSignal): () => void {
  if (!hasLocks) {
    runWhileVisible(task, signal)
    return () => undefined
  }
  const request = async (steal: boolean): Promise<void> => {
    const run = new AbortController()
    const stop = () => run.abort()
    signal.addEventListener('abort', stop)
    try {
      await navigator.locks.request(lockName, steal ? { steal } : { signal }, async () => {
        if (!signal.aborted) await task(run.signal)
      })
    } catch {
      // Left while waiting; or another tab has taken over, because this one was asleep.
      run.abort()
      if (!signal.aborted) void request(false)
    } finally {
      signal.removeEventListener('abort', stop)
    }
  }
  void request(false)
  return () => {
    if (!signal.aborted) void request(true)
  }
}

function runWhileVisible(task: (signal: AbortSignal) => Promise<void>, signal: AbortSignal): void {
  let run: AbortController | null = null
  const update = () => {
    const wanted = !document.hidden && !signal.aborted
    if (wanted && !run) {
      run = new AbortController()
      void task(run.signal)
    } else if (!wanted) {
      run?.abort()
      run = null
    }
  }
  document.addEventListener('visibilitychange', update, { signal })
  signal.addEventListener('abort', update)
  update()
}
