import { useSyncExternalStore } from 'react'

/** After a twentieth of the page, or of the window where the page is very long. */
function past(): boolean {
  const way = document.documentElement.scrollHeight - innerHeight
  return window.scrollY > Math.max(1, 0.05 * Math.min(way, innerHeight))
}

/** Whether the page has been scrolled so far that the header lifts off it. */
export function useScrolled(): boolean {
  return useSyncExternalStore(tell => {
    window.addEventListener('scroll', tell, { passive: true })
    return () => window.removeEventListener('scroll', tell)
  }, past)
}
