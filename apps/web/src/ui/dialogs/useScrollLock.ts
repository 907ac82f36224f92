import { useLayoutEffect } from 'react'

let locks = 0

/** Stops the page from scrolling while the component is mounted. The width of the scroll bar remains reserved. */
export function useScrollLock(): void {
  useLayoutEffect(() => {
    const { style, clientWidth } = document.documentElement
    if (++locks === 1) {
      style.setProperty('padding-inline-end', `${innerWidth - clientWidth}px`)
      style.setProperty('overflow', 'hidden')
    }
    return () => {
      if (--locks > 0) return
      style.removeProperty('padding-inline-end')
      style.removeProperty('overflow')
    }
  }, [])
}
