import { useLayoutEffect, useState } from 'react'

const minCardWidth = 252
/** The gap between collection cards, in pixels. */
export const cardGap = 16

/** Measures how many collection cards fit side by side; 0 before the measurement. */
export function useColumns() {
  const [element, box] = useState<HTMLDivElement | null>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    if (!element) return
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [element])
  const columns = width === 0 ? 0 : Math.max(1, Math.floor((width + cardGap) / (minCardWidth + cardGap)))
  return { box, columns }
}
