import { useLayoutEffect, useRef, useState } from 'react'

/** Measures the offset of a list in a page that scrolls entirely, in pixels. Also returns the ref of the list. */
export function useListTop() {
  const box = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  // Content above the list may change its height at any time (a description, pictures, a notice).
  useLayoutEffect(() => {
    const measure = () => {
      if (box.current) setTop(Math.round(box.current.getBoundingClientRect().top + window.scrollY))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [])
  return { box, top }
}
