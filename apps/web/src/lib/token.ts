import { stored } from './storage.ts'
import { createStore, useStore } from './store.ts'

/** What stands in storage instead of a token when a session has ended. */
const invalidTokens = new Set(['', 'undefined', 'null', 'Token Expired!'])

function read(): string | null {
  const token = stored.get('token')
  if (token === null || !invalidTokens.has(token)) return token
  // The session ended without a word: what the browser knew of the person goes too.
  ended = true
  stored.clear()
  return null
}

let ended = false

const current = createStore(read())

// A sign-in or a sign-out in another tab counts here too.
if (typeof window !== 'undefined')
  window.addEventListener('storage', event => {
    if (event.key === 'token' || event.key === null) current.set(read())
  })

/** The bearer token of this browser. */
export const token = {
  get: current.get,
  set(value: string): void {
    stored.set('token', value)
    current.set(value)
  },
  /** Called after storage was cleared. */
  remove(): void {
    stored.remove('token')
    current.set(null)
  },
  subscribe: current.subscribe,
  /** Whether a token stood in storage that says its session is over; it was cleared with all the rest. */
  hasEnded: () => ended,
}

/** Marks the present session, to tell what belongs to it from what another one left; null when nobody is signed in. */
export function hashSession(): string | null {
  const bearer = current.get()
  if (bearer === null) return null
  let hash = 0x81_1c_9d_c5
  for (let at = 0; at < bearer.length; at++) hash = Math.imul(hash ^ bearer.charCodeAt(at), 0x01_00_01_93)
  return (hash >>> 0).toString(36)
}

/** Whether somebody is signed in here. */
export function useToken(): string | null {
  return useStore(current)
}
