import { createStore, type Store } from './store.ts'

/**
 * Whether the server is reachable: `offline` when the device has no network, `down` when the server does not
 * answer.
 */
type Connection = 'up' | 'offline' | 'down'

const minPause = 1_000
const maxPause = 10_000
const timeout = 5_000

/** Tracks whether the server is reachable. */
export interface ConnectionTracker {
  connection: Store<Connection>
  /**
   * Subscribes to reconnections: the server answers again after it was unreachable.
   * @returns unsubscribes
   */
  onReconnect(listener: () => void): () => void
  /** Records that a call got no answer. Polls the server until it answers. */
  reportUnreachable(): void
  /** Records that a call was answered. */
  reportReachable(): void
  /** Records that the device has lost its network. */
  reportOffline(): void
  /** Checks immediately whether the server is reachable, without waiting for the next poll. */
  checkNow(): void
  /** Resolves when the server is reachable, or when the signal aborts. */
  waitUntilReachable(signal: AbortSignal): Promise<void>
}

/**
 * Creates the tracker of one server.
 * @param base origin of the server; '' for the origin of the page
 * @param isOffline returns whether the device reports that it has no network
 */
export function createConnection({
  base = '',
  isOffline,
  send = (...args) => fetch(...args),
}: {
  base?: string
  isOffline: () => boolean
  send?: typeof fetch
}): ConnectionTracker {
  const connection = createStore<Connection>(isOffline() ? 'offline' : 'up')
  const reconnectListeners = new Set<() => void>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let pause = minPause
  let isChecking = false

  function scheduleCheck(wait: number): void {
    clearTimeout(timer)
    timer = setTimeout(() => void check(), wait)
  }
  async function check(): Promise<void> {
    isChecking = true
    try {
      // Not `/api/ready`: a server without its database still answers calls, and its answers give the reason.
      const answer = await send(`${base}/api/health`, {
        cache: 'no-store',
        signal: AbortSignal.timeout(timeout),
      })
      if (answer.ok) return reportReachable()
    } catch {
      // Still unreachable.
    } finally {
      isChecking = false
    }
    connection.set(isOffline() ? 'offline' : 'down')
    scheduleCheck(pause)
    pause = Math.min(maxPause, pause * 2)
  }
  function reportUnreachable(): void {
    if (connection.get() !== 'up' || isChecking) return
    pause = minPause
    void check()
  }
  function reportReachable(): void {
    if (connection.get() === 'up') return
    clearTimeout(timer)
    timer = undefined
    connection.set('up')
    for (const listener of reconnectListeners)
      try {
        listener()
      } catch (error) {
        // A listener's error must fail neither the answered call nor the other listeners.
        reportError(error)
      }
  }
  return {
    connection,
    onReconnect(listener) {
      reconnectListeners.add(listener)
      return () => reconnectListeners.delete(listener)
    },
    reportUnreachable,
    reportReachable,
    reportOffline() {
      connection.set('offline')
      pause = minPause
      scheduleCheck(pause)
    },
    checkNow() {
      if (connection.get() === 'up') return reportUnreachable()
      pause = minPause
      scheduleCheck(0)
    },
    waitUntilReachable: signal =>
      new Promise(resolve => {
        const onChange = () => {
          if (connection.get() !== 'up' && !signal.aborted) return
          unsubscribe()
          signal.removeEventListener('abort', onChange)
          resolve()
        }
        const unsubscribe = connection.subscribe(onChange)
        signal.addEventListener('abort', onChange)
        onChange()
      }),
  }
}
