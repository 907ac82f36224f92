import { createStore } from './store.ts'

/**
 * Whether the server is reachable: `offline` when the browser reports it, `down` when the server does not
 * answer.
 */
export type Connection = 'up' | 'offline' | 'down'

const readBrowserState = () => (typeof navigator !== 'undefined' && !navigator.onLine ? 'offline' : 'up')
export const connection = createStore<Connection>(readBrowserState())

const minPause = 1_000
const maxPause = 10_000
const timeout = 5_000
const reconnectListeners = new Set<() => void>()
let timer: ReturnType<typeof setTimeout> | undefined
let pause = minPause
let isChecking = false

/**
 * Subscribes to reconnections: the server answers again after it was unreachable.
 * @returns unsubscribes
 */
export function onReconnect(listener: () => void): () => void {
  reconnectListeners.add(listener)
  return () => reconnectListeners.delete(listener)
}

/** Records that a call got no answer. Polls the server until it answers. */
export function reportUnreachable(): void {
  if (connection.get() !== 'up' || isChecking) return
  pause = minPause
  void check()
}

/** Checks immediately whether the server is reachable, without waiting for the next poll. */
export function checkNow(): void {
  if (connection.get() === 'up') return reportUnreachable()
  pause = minPause
  scheduleCheck(0)
}

/** Records that a call was answered. */
export function reportReachable(): void {
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

function scheduleCheck(wait: number): void {
  clearTimeout(timer)
  timer = setTimeout(() => void check(), wait)
}

async function check(): Promise<void> {
  isChecking = true
  try {
    // Not `/api/ready`: a server without its database still answers calls, and its answers give the reason.
    const answer = await fetch('/api/health', { cache: 'no-store', signal: AbortSignal.timeout(timeout) })
    if (answer.ok) return reportReachable()
  } catch {
    // Still unreachable.
  } finally {
    isChecking = false
  }
  connection.set(readBrowserState() === 'offline' ? 'offline' : 'down')
  scheduleCheck(pause)
  pause = Math.min(maxPause, pause * 2)
}

/** Resolves when the server is reachable, or when the signal aborts. */
export function waitUntilReachable(signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const onChange = () => {
      if (connection.get() !== 'up' && !signal.aborted) return
      unsubscribe()
      signal.removeEventListener('abort', onChange)
      resolve()
    }
    const unsubscribe = connection.subscribe(onChange)
    signal.addEventListener('abort', onChange)
    onChange()
  })
}

if (typeof window !== 'undefined') {
  window.addEventListener('offline', () => {
    connection.set('offline')
    pause = minPause
    scheduleCheck(pause)
  })
  // The browser only knows the local network state, so the server is checked.
  window.addEventListener('online', () => {
    pause = minPause
    scheduleCheck(0)
  })
  if (connection.get() !== 'up') scheduleCheck(minPause)
}
