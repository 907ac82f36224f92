import { useLayoutEffect, useState } from 'react'

const narrowest = 208
/** The height below the thumbnail, in pixels: two lines of title, the host and the tags. */
const words = 87
const wordsOnPhone = 67

/**
 * Measures how many cards fit side by side and how high a row is, in pixels. All rows have the same height, so that the
 * position of any row can be computed and nothing jumps during scrolling.
 */
export function useGridShape(grid: boolean, phone: boolean) {
  const [element, box] = useState<HTMLDivElement | null>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    if (!element) return
    const watch = new ResizeObserver(() => setWidth(element.clientWidth))
    watch.observe(element)
    return () => watch.disconnect()
  }, [element])
  const gap = phone ? 14 : 18
  const columns = phone
    ? Math.max(2, Math.floor((width + gap) / (170 + gap)))
    : Math.max(1, Math.floor((width + gap) / (narrowest + gap)))
  const cell = (width - gap * (columns - 1)) / columns
  const card = Math.round(cell / 1.6) + (phone ? wordsOnPhone + 20 : words + 24)
  return { box, columns, gap, rowHeight: grid ? card : phone ? 76 : 50 }
}
