import { type RefObject, useEffect, useState } from 'react'

/** The height of the page's header, in pixels. */
const headerHeight = 56

/** Returns whether a part of an element is visible below the page's header; true before it is known. */
export function useIsInView(element: RefObject<HTMLElement | null>): boolean {
  const [isInView, setIsInView] = useState(true)
  useEffect(() => {
    if (!element.current) return
    const observer = new IntersectionObserver(
      entries => setIsInView(entries.at(-1)?.isIntersecting ?? true),
      {
        rootMargin: `-${headerHeight}px 0px 0px`,
      },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return isInView
}
