import { createStore } from './store.ts'

/** Whether the server can be reached: `offline` when the browser itself says so, `down` when the server gives no answer. */
export type Connection = 'up' | 'offline' | 'down'

const says = () => (typeof navigator !== 'undefined' && !navigator.onLine ? 'offline' : 'up')
export const connection = createStore<Connection>(says())

const shortest = 1_000
const longest = 10_000
const patience = 5_000
const backListeners = new Set<() => void>()
let timer: ReturnType<typeof setTimeout> | undefined
let pause = shortest
let asking = false

/** Tells when the server is there again after it was not. */
export function onBack(listener: () => void): () => void {
  backListeners.add(listener)
  return () => backListeners.delete(listener)
}

/** A call got no answer: whether the server is there at all is asked until it is known. */
export function unanswered(): void {
  if (connection.get() !== 'up' || asking) return
  pause = shortest
  void ask()
}

/** Asks anew whether the server is there, without waiting for the next time. */
export function askNow(): void {
  if (connection.get() === 'up') return unanswered()
  pause = shortest
  plan(0)
}

/** A call was answered. */
export function answered(): void {
  if (connection.get() === 'up') return
  clearTimeout(timer)
  timer = undefined
  connection.set('up')
  for (const listener of backListeners)
    try {
      listener()
    } catch (error) {
      // The call was answered, whatever a listener makes of it; the others hear of it as well.
      reportError(error)
    }
}

function plan(wait: number): void {
  clearTimeout(timer)
  timer = setTimeout(() => void ask(), wait)
}

async function ask(): Promise<void> {
  asking = true
  try {
    // Not `/api/ready`: a server whose database is away answers calls, and its answers say why they are refused.
    const answer = await fetch('/api/health', { cache: 'no-store', signal: AbortSignal.timeout(patience) })
    if (answer.ok) return answered()
  } catch {
    // Not there, or not yet.
  } finally {
    asking = false
  }
  connection.set(says() === 'offline' ? 'offline' : 'down')
  plan(pause)
  pause = Math.min(longest, pause * 2)
}

/** Waits until the server can be reached. */
export function whenUp(signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const look = () => {
      if (connection.get() !== 'up' && !signal.aborted) return
      leave()
      signal.removeEventListener('abort', look)
      resolve()
    }
    const leave = connection.subscribe(look)
    signal.addEventListener('abort', look)
    look()
  })
}

if (typeof window !== 'undefined') {
  window.addEventListener('offline', () => {
    connection.set('offline')
    pause = shortest
    plan(pause)
  })
  // The browser knows of its own cable alone: whether the server is there is asked.
  window.addEventListener('online', () => {
    pause = shortest
    plan(0)
  })
  if (connection.get() !== 'up') plan(shortest)
}
