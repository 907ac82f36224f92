import { stored } from './storage.ts'
import { createStore, useStore } from './store.ts'

/** The stored values that mark an ended session. */
const invalidTokens = new Set(['', 'undefined', 'null', 'Token Expired!'])

function read(): string | null {
  const token = stored.get('token')
  if (token === null || !invalidTokens.has(token)) return token
  // The session ended without a message: delete the stored data of the user too.
  hasSessionEnded = true
  stored.clear()
  return null
}

let hasSessionEnded = false

const current = createStore(read())

// A sign-in or sign-out in another tab also applies here.
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
  /** Returns whether storage contained the marker of an ended session; all other data was deleted with it. */
  hasEnded: () => hasSessionEnded,
}

/**
 * Returns a hash that identifies the current session; null when no user is signed in. Stored data of another
 * session is recognised by it.
 */
export function hashSession(): string | null {
  const bearer = current.get()
  if (bearer === null) return null
  let hash = 0x81_1c_9d_c5
  for (let index = 0; index < bearer.length; index++)
    hash = Math.imul(hash ^ bearer.charCodeAt(index), 0x01_00_01_93)
  return (hash >>> 0).toString(36)
}

/** Returns the token of the signed-in user, or null. */
export function useToken(): string | null {
  return useStore(current)
}
