import { useEffect, useEffectEvent, useId } from 'react'

/**
 * Closes a part of the page that fills the window with the back button of the browser. It adds a history entry with the
 * same address, and removes it when the part is closed otherwise.
 */
export function useBackCloses(onClose: () => void): void {
  const id = useId()
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const isOnTop = () => (history.state as { viewer?: string } | null)?.viewer === id
    if (!isOnTop()) history.pushState({ ...(history.state as object | null), viewer: id }, '')
    let isMounted = true
    const onPop = () => !isOnTop() && close()
    window.addEventListener('popstate', onPop)
    return () => {
      isMounted = false
      window.removeEventListener('popstate', onPop)
      // Later, because a link in this part may be navigating.
      setTimeout(() => !isMounted && isOnTop() && history.back())
    }
  }, [id])
}
