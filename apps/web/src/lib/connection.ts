import { createConnection } from '@nestmark/client/connection'
import { useStore } from './store.ts'

const isOffline = () => navigator.onLine === false
/** Whether the server is reachable. */
export const tracker = createConnection({ isOffline })
export const { connection, onReconnect, reportUnreachable, reportReachable, checkNow, waitUntilReachable } =
  tracker
/** Returns whether the server cannot be reached, so that what needs it is disabled. */
export const useIsOffline = (): boolean => useStore(connection) !== 'up'

if (typeof window !== 'undefined') {
  window.addEventListener('offline', tracker.reportOffline)
  // The browser only knows the local network state, so the server is checked.
  window.addEventListener('online', checkNow)
  if (isOffline()) tracker.reportOffline()
}
