import type { ClientStorage } from './storage.ts'
import { createStore, type Store } from './store.ts'

/** The stored values that mark an ended session. */
const invalidTokens = new Set(['', 'undefined', 'null', 'Token Expired!'])

/** The bearer token of a client: that of a session, or an API key. */
export interface TokenStore extends Pick<Store<string | null>, 'get' | 'subscribe'> {
  set(value: string): void
  remove(): void
  /** Returns whether the storage contained the marker of an ended session. */
  hasEnded(): boolean
}

/**
 * Creates the store of the token, under the key `token`.
 * @param onEnded deletes the data of the user, where the storage contains the marker of an ended session
 */
export function createTokenStore(storage: ClientStorage, onEnded: () => void): TokenStore {
  let hasEnded = false
  function read(): string | null {
    const token = storage.getItem('token')
    if (token === null || !invalidTokens.has(token)) return token
    hasEnded = true
    onEnded()
    return null
  }
  const current = createStore(read())
  // A sign-in or sign-out in another tab also applies here.
  storage.onChange(key => {
    if (key === 'token' || key === null) current.set(read())
  })
  return {
    get: current.get,
    set(value) {
      storage.setItem('token', value)
      current.set(value)
    },
    remove() {
      storage.removeItem('token')
      current.set(null)
    },
    subscribe: current.subscribe,
    hasEnded: () => hasEnded,
  }
}
