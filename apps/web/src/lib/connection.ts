import { createStore } from './store.ts'

/** Whether the server can be reached: `offline` when the browser itself says so, `down` when the server gives no answer. */
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

/** Tells when the server is there again after it was not. */
export function onReconnect(listener: () => void): () => void {
  reconnectListeners.add(listener)
  return () => reconnectListeners.delete(listener)
}

/** A call got no answer: whether the server is there at all is asked until it is known. */
export function reportUnreachable(): void {
  if (connection.get() !== 'up' || isChecking) return
  pause = minPause
  void check()
}

/** Asks anew whether the server is there, without waiting for the next time. */
export function checkNow(): void {
  if (connection.get() === 'up') return reportUnreachable()
  pause = minPause
  scheduleCheck(0)
}

/** A call was answered. */
export function reportReachable(): void {
  if (connection.get() === 'up') return
  clearTimeout(timer)
  timer = undefined
  connection.set('up')
  for (const listener of reconnectListeners)
    try {
      listener()
    } catch (error) {
      // The call was answered, whatever a listener makes of it; the others hear of it as well.
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
    // Not `/api/ready`: a server whose database is away answers calls, and its answers say why they are refused.
    const answer = await fetch('/api/health', { cache: 'no-store', signal: AbortSignal.timeout(timeout) })
    if (answer.ok) return reportReachable()
  } catch {
    // Not there, or not yet.
  } finally {
    isChecking = false
  }
  connection.set(readBrowserState() === 'offline' ? 'offline' : 'down')
  scheduleCheck(pause)
  pause = Math.min(maxPause, pause * 2)
}

/** Waits until the server can be reached. */
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
  // The browser knows of its own cable alone: whether the server is there is asked.
  window.addEventListener('online', () => {
    pause = minPause
    scheduleCheck(0)
  })
  if (connection.get() !== 'up') scheduleCheck(minPause)
}
