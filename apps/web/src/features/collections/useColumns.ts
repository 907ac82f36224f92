import { useLayoutEffect, useState } from 'react'

const narrowest = 252
/** The gap between collection cards, in pixels. */
export const cardGap = 16

/** Measures how many collection cards fit side by side; 0 before the measurement. */
export function useColumns() {
  const [element, box] = useState<HTMLDivElement | null>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    if (!element) return
    const watch = new ResizeObserver(() => setWidth(element.clientWidth))
    watch.observe(element)
    return () => watch.disconnect()
  }, [element])
  const columns = width === 0 ? 0 : Math.max(1, Math.floor((width + cardGap) / (narrowest + cardGap)))
  return { box, columns }
}
