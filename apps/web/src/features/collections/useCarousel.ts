import { type UIEvent, useEffect, useState } from 'react'
import type { Pages } from '../../lib/api/pages.ts'

const atFirst = 10

/** Returns the items of a carousel: a few at first, more when the user scrolls near its end. */
export function useCarousel<T>(pages: Pages<T>) {
  const [wanted, setWanted] = useState(atFirst)
  const { show, total = 0 } = pages
  const known = Math.min(total, wanted)
  useEffect(() => {
    if (known > 0) show(0, known - 1)
  }, [known, show])
  const onScroll = (event: UIEvent<HTMLElement>) => {
    const { scrollLeft, scrollWidth, clientWidth } = event.currentTarget
    if (scrollWidth - Math.abs(scrollLeft) - clientWidth < clientWidth && wanted < total)
      setWanted(now => now + atFirst)
  }
  const shown = Array.from({ length: known }, (_, place) => pages.at(place)).filter(one => one !== undefined)
  return { shown, onScroll }
}
