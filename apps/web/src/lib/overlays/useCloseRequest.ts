import { useEffect, useEffectEvent } from 'react'
import { openOverPage } from './overlayHistory.ts'

/** The part of the browser's CloseWatcher that is used here. Safari does not have it. */
interface Watcher extends EventTarget {
  destroy(): void
}
declare global {
  interface Window {
    CloseWatcher?: new () => Watcher
  }
}

/**
 * Calls a handler when the browser asks to close the topmost open part of the page: the back button or gesture of
 * Android. The browser asks in the reverse order of opening. Esc reaches the handlers of keys first, which prevent
 * the request. Without CloseWatcher, a history entry serves the back button of touch screens.
 * @param given `hasEntry`: the part has its own history entry
 */
export function useCloseRequest(onRequest: () => void, { hasEntry = false } = {}): void {
  const request = useEffectEvent(onRequest)
  useEffect(() => {
    const { CloseWatcher } = window
    if (!CloseWatcher)
      return hasEntry || !matchMedia('(pointer: coarse)').matches ? undefined : openOverPage(() => request())
    let watcher: Watcher | undefined
    const watch = () => {
      watcher = new CloseWatcher()
      watcher.addEventListener('close', onClose, { once: true })
    }
    const onClose = () => {
      request()
      // A watcher serves one request. The part may remain open, such as a dialog that returns to its previous step.
      watch()
    }
    watch()
    return () => {
      watcher?.removeEventListener('close', onClose)
      watcher?.destroy()
    }
  }, [hasEntry])
}
