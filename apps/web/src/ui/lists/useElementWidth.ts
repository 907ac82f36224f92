import { useCallback, useState } from 'react'
import { flushSync } from 'react-dom'

/** Measures an element whenever its size changes. Returns its ref and its inner width in pixels, 0 before the measurement. */
export function useElementWidth() {
  const [width, setWidth] = useState(0)
  const ref = useCallback((element: HTMLDivElement) => {
    // Measured before the first paint, and then in the frame of each change: otherwise a slow browser first shows
    // the layout for another width.
    setWidth(element.clientWidth)
    const observer = new ResizeObserver(() => flushSync(() => setWidth(element.clientWidth)))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { ref, width }
}
