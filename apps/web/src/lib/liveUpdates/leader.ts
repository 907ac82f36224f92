const lockName = 'nestmark-events'

/** True where the tabs of a browser can agree on one of them; pages that came over plain http cannot. */
export const canAgree = typeof navigator !== 'undefined' && 'locks' in navigator

/**
 * Does a work in one tab of the browser: when that one goes, the next takes over. Where tabs cannot agree, each does it
 * while it is in sight.
 * @param work runs until its signal aborts
 * @param signal this tab takes no part any more
 * @returns takes the work over from a tab that does not answer
 */
export function lead(work: (signal: AbortSignal) => Promise<void>, signal: AbortSignal): () => void {
  if (!canAgree) {
    whileSeen(work, signal)
    return () => undefined
  }
  const request = async (steal: boolean): Promise<void> => {
    const turn = new AbortController()
    const stop = () => turn.abort()
    signal.addEventListener('abort', stop)
    try {
      await navigator.locks.request(lockName, steal ? { steal } : { signal }, async () => {
        if (!signal.aborted) await work(turn.signal)
      })
    } catch {
      // Left while waiting; or another tab has taken over, because this one was asleep.
      turn.abort()
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

function whileSeen(work: (signal: AbortSignal) => Promise<void>, signal: AbortSignal): void {
  let turn: AbortController | null = null
  const look = () => {
    const wanted = !document.hidden && !signal.aborted
    if (wanted && !turn) {
      turn = new AbortController()
      void work(turn.signal)
    } else if (!wanted) {
      turn?.abort()
      turn = null
    }
  }
  document.addEventListener('visibilitychange', look, { signal })
  signal.addEventListener('abort', look)
  look()
}
