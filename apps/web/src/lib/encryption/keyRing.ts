import { createKeyRing, type SavedKey } from '@nestmark/client/encryption/keyRing'
import { clientStorage, sessionClientStorage } from '../browser/storage.ts'
import { useStore } from '../store.ts'
import { token } from '../browser/token.ts'
import type { ToWorker } from './openFileMessages.ts'

export { isSameKey, type KeyLifetime, type SavedKey, toSavedId } from '@nestmark/client/encryption/keyRing'

const isPage = typeof window !== 'undefined'

/** The keys of this browser. */
export const { keyRing, onKeyRemoved, findKeyName } = createKeyRing({
  local: clientStorage,
  session: sessionClientStorage,
  token,
  channel: isPage ? new BroadcastChannel('nestmark-keys') : undefined,
})

// The service worker decrypts files for any page.
if (isPage)
  onKeyRemoved(() =>
    navigator.serviceWorker?.controller?.postMessage({ kind: 'forgetFiles' } satisfies ToWorker),
  )

/** Returns the saved keys; the component renders again when they change. */
export function useKeys(): readonly SavedKey[] {
  return useStore(keyRing)
}
