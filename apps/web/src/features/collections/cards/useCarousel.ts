import { type UIEvent, useEffect, useState } from 'react'
import type { Pages } from '../../../lib/api/pages.ts'

const step = 10

/** Returns the items of a carousel: a few at first, more when the user scrolls near its end. */
export function useCarousel<T>(pages: Pages<T>) {
  const [limit, setLimit] = useState(step)
  const { show, total = 0 } = pages
  const shownCount = Math.min(total, limit)
  useEffect(() => {
    if (shownCount > 0) show(0, shownCount - 1)
  }, [shownCount, show])
  const onScroll = (event: UIEvent<HTMLElement>) => {
    const { scrollLeft, scrollWidth, clientWidth } = event.currentTarget
    if (scrollWidth - Math.abs(scrollLeft) - clientWidth < clientWidth && limit < total)
      setLimit(current => current + step)
  }
  const shown = Array.from({ length: shownCount }, (_, position) => pages.at(position)).filter(
    one => one !== undefined,
  )
  return { shown, onScroll }
}
