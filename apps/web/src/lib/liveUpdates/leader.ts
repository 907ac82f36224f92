const lockName = 'nestmark-events'

/**
 * True where the browser supports Web Locks, with which tabs elect a leader. Pages over plain http have no
 * locks.
 */
const hasLocks = typeof navigator !== 'undefined' && 'locks' in navigator

/**
 * Runs a task in one tab of the browser. When that tab closes, another one takes over. Without locks, each
 * visible tab runs it.
 * @param task runs until its signal aborts
 * @param signal this tab stops taking part
 * @returns takes the task over from a tab that does not respond
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
      // Aborted while waiting, or another tab has stolen the lock because this one was suspended.
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
    const shouldRun = !document.hidden && !signal.aborted
    if (shouldRun && !run) {
      run = new AbortController()
      void task(run.signal)
    } else if (!shouldRun) {
      run?.abort()
      run = null
    }
  }
  document.addEventListener('visibilitychange', update, { signal })
  signal.addEventListener('abort', update)
  update()
}
