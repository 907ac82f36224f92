import { type RefObject, useLayoutEffect, useState } from 'react'

export interface Rows {
  count: number
  /** Of each row, in pixels. */
  height: number
  /** Rows drawn above and below those in sight. */
  overscan: number
}

export interface RowRange {
  /** The rows to be drawn; `last` is below `first` when there are none. */
  first: number
  last: number
}

/** The rows between two heights of a list. */
function computeRange(top: number, bottom: number, { count, height, overscan }: Rows): RowRange {
  return {
    first: Math.max(0, Math.floor(top / height) - overscan),
    last: Math.min(count - 1, Math.ceil(bottom / height) - 1 + overscan),
  }
}

/** Where one looks, in pixels from the beginning of the list; kept to whole rows, so that a small scroll draws nothing anew. */
interface ViewRange {
  top: number
  bottom: number
}

/** @param box what scrolls; null for the window */
function useViewRange(height: number, box: RefObject<HTMLElement | null> | null): ViewRange {
  const [view, setView] = useState<ViewRange>({ top: 0, bottom: 0 })
  useLayoutEffect(() => {
    const element = box?.current
    const update = () => {
      const from = element ? element.scrollTop : window.scrollY
      const size = element ? element.clientHeight : window.innerHeight
      const top = Math.floor(from / height) * height
      const bottom = Math.ceil((from + size) / height) * height
      setView(now => (now.top === top && now.bottom === bottom ? now : { top, bottom }))
    }
    update()
    const scroller = element ?? window
    scroller.addEventListener('scroll', update, { passive: true })
    window.addEventListener('resize', update)
    const observer = new ResizeObserver(update)
    if (element) observer.observe(element)
    return () => {
      scroller.removeEventListener('scroll', update)
      window.removeEventListener('resize', update)
      observer.disconnect()
    }
  }, [box, height])
  return view
}

/** Rows of one height in a box that scrolls: those to be drawn, and a way to bring one into sight. */
export function useRowsInBox(box: RefObject<HTMLElement | null>, rows: Rows) {
  const { height } = rows
  const view = useViewRange(height, box)
  /** `around` are the rows that come into sight with it on its far side. */
  const reveal = (row: number, margin = 0) => {
    const element = box.current
    if (!element) return
    const { scrollTop, clientHeight } = element
    if (row * height < scrollTop) element.scrollTo({ top: (row - margin) * height })
    else if ((row + 1) * height > scrollTop + clientHeight)
      element.scrollTo({ top: (row + 1 + margin) * height - clientHeight })
  }
  return { ...computeRange(view.top, view.bottom, rows), reveal }
}

/**
 * Rows of one height in a page that scrolls as a whole.
 * @param listTop where the list begins in the page, in pixels
 * @param covered what stands over the window at its top and its bottom, in pixels
 */
export function useRowsInWindow(rows: Rows, listTop: number, covered: { top: number; bottom: number }) {
  const { height } = rows
  const view = useViewRange(height, null)
  const reveal = (row: number) => {
    const top = listTop + row * height
    const [from, to] = [window.scrollY + covered.top, window.scrollY + window.innerHeight - covered.bottom]
    if (top < from) window.scrollTo({ top: top - covered.top })
    else if (top + height > to) window.scrollTo({ top: top + height - window.innerHeight + covered.bottom })
  }
  return { ...computeRange(view.top - listTop, view.bottom - listTop, rows), reveal }
}
