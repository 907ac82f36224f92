import { useLayoutEffect, useState } from 'react'

/** Measures an element whenever its size changes. Returns its ref and its inner width in pixels, 0 before the measurement. */
export function useElementWidth() {
  const [element, ref] = useState<HTMLDivElement | null>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    if (!element) return
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [element])
  return { ref, width }
}
