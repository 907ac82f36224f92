import { createTokenStore } from '@nestmark/client/token'
import { clientStorage, stored } from './storage.ts'
import { useStore } from '../store.ts'

/** The bearer token of this browser. Where its session ended without a message, the stored data of the user is deleted. */
export const token = createTokenStore(clientStorage, stored.clear)

/**
 * Returns a hash that identifies the current session; null when no user is signed in. Stored data of another
 * session is recognised by it.
 */
export function hashSession(): string | null {
  const bearer = token.get()
  if (bearer === null) return null
  let hash = 0x81_1c_9d_c5
  for (let index = 0; index < bearer.length; index++)
    hash = Math.imul(hash ^ bearer.charCodeAt(index), 0x01_00_01_93)
  return (hash >>> 0).toString(36)
}

/** Returns the token of the signed-in user, or null. */
export function useToken(): string | null {
  return useStore(token)
}
