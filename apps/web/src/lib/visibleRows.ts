import { type RefObject, useLayoutEffect, useState } from 'react'

export interface Rows {
  count: number
  /** Of each row, in pixels. */
  height: number
  /** Rows drawn above and below those in sight. */
  overscan: number
}

export interface Sight {
  /** The rows to be drawn; `last` is below `first` when there are none. */
  first: number
  last: number
}

/** The rows between two heights of a list. */
function between(top: number, bottom: number, { count, height, overscan }: Rows): Sight {
  return {
    first: Math.max(0, Math.floor(top / height) - overscan),
    last: Math.min(count - 1, Math.ceil(bottom / height) - 1 + overscan),
  }
}

/** Where one looks, in pixels from the beginning of the list; kept to whole rows, so that a small scroll draws nothing anew. */
interface View {
  top: number
  bottom: number
}

/** @param box what scrolls; null for the window */
function useView(height: number, box: RefObject<HTMLElement | null> | null): View {
  const [view, setView] = useState<View>({ top: 0, bottom: 0 })
  useLayoutEffect(() => {
    const element = box?.current
    const look = () => {
      const from = element ? element.scrollTop : window.scrollY
      const size = element ? element.clientHeight : window.innerHeight
      const top = Math.floor(from / height) * height
      const bottom = Math.ceil((from + size) / height) * height
      setView(now => (now.top === top && now.bottom === bottom ? now : { top, bottom }))
    }
    look()
    const scrolls = element ?? window
    scrolls.addEventListener('scroll', look, { passive: true })
    window.addEventListener('resize', look)
    const size = new ResizeObserver(look)
    if (element) size.observe(element)
    return () => {
      scrolls.removeEventListener('scroll', look)
      window.removeEventListener('resize', look)
      size.disconnect()
    }
  }, [box, height])
  return view
}

/** Rows of one height in a box that scrolls: those to be drawn, and a way to bring one into sight. */
export function useRowsInBox(box: RefObject<HTMLElement | null>, rows: Rows) {
  const { height } = rows
  const view = useView(height, box)
  /** `around` are the rows that come into sight with it on its far side. */
  const reveal = (row: number, around = 0) => {
    const element = box.current
    if (!element) return
    const { scrollTop, clientHeight } = element
    if (row * height < scrollTop) element.scrollTo({ top: (row - around) * height })
    else if ((row + 1) * height > scrollTop + clientHeight)
      element.scrollTo({ top: (row + 1 + around) * height - clientHeight })
  }
  return { ...between(view.top, view.bottom, rows), reveal }
}

/**
 * Rows of one height in a page that scrolls as a whole.
 * @param begin where the list begins in the page, in pixels
 * @param hidden what stands over the window at its top and its bottom, in pixels
 */
export function useRowsInWindow(rows: Rows, begin: number, hidden: { top: number; bottom: number }) {
  const { height } = rows
  const view = useView(height, null)
  const reveal = (row: number) => {
    const top = begin + row * height
    const [from, to] = [window.scrollY + hidden.top, window.scrollY + window.innerHeight - hidden.bottom]
    if (top < from) window.scrollTo({ top: top - hidden.top })
    else if (top + height > to) window.scrollTo({ top: top + height - window.innerHeight + hidden.bottom })
  }
  return { ...between(view.top - begin, view.bottom - begin, rows), reveal }
}
