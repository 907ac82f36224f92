import { useSyncExternalStore } from 'react'

/** Returns whether 5 % of the page is scrolled, or 5 % of the window's height on very long pages. */
function isScrolled(): boolean {
  const scrollHeight = document.documentElement.scrollHeight - innerHeight
  return window.scrollY > Math.max(1, 0.05 * Math.min(scrollHeight, innerHeight))
}

/** Returns whether the page is scrolled far enough for the header to get a shadow. */
export function useScrolled(): boolean {
  return useSyncExternalStore(onChange => {
    window.addEventListener('scroll', onChange, { passive: true })
    return () => window.removeEventListener('scroll', onChange)
  }, isScrolled)
}
