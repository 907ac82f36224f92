import { type RefObject, useLayoutEffect, useState } from 'react'

export interface Rows {
  count: number
  /** The height of each row in pixels. */
  height: number
  /** The number of rows to render above and below the visible ones. */
  overscan: number
}

export interface RowRange {
  /** The range of rows to render; `last` is less than `first` when there are none. */
  first: number
  last: number
}

/** Returns the rows between two offsets of a list. */
function computeRange(top: number, bottom: number, { count, height, overscan }: Rows): RowRange {
  return {
    first: Math.max(0, Math.floor(top / height) - overscan),
    last: Math.min(count - 1, Math.ceil(bottom / height) - 1 + overscan),
  }
}

/**
 * The visible range in pixels from the beginning of the list, rounded to complete rows, so that a small scroll
 * causes no render.
 */
export interface ViewRange {
  top: number
  bottom: number
}

/** @param box the scrolling element; null for the window */
export function useViewRange(height: number, box: RefObject<HTMLElement | null> | null): ViewRange {
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

/**
 * Returns the rows to render of a list with equal row heights in a scrolling element, and a function that
 * scrolls to a row.
 */
export function useRowsInBox(box: RefObject<HTMLElement | null>, rows: Rows) {
  const { height } = rows
  const view = useViewRange(height, box)
  /** `margin`: the number of rows that also become visible beyond it. */
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
 * Scrolls the page until a part of it is visible.
 * @param top the offset of the part in the page, in pixels
 * @param height the height of the part, in pixels
 * @param covered the heights that are covered at the top and the bottom of the window, in pixels
 */
export function revealInWindow(top: number, height: number, covered: { top: number; bottom: number }): void {
  const [from, to] = [window.scrollY + covered.top, window.scrollY + window.innerHeight - covered.bottom]
  if (top < from) window.scrollTo({ top: top - covered.top })
  else if (top + height > to) window.scrollTo({ top: top + height - window.innerHeight + covered.bottom })
}

/**
 * Returns the rows to render of a list with equal row heights in a page that scrolls entirely.
 * @param listTop the offset of the list in the page, in pixels
 * @param covered the heights that are covered at the top and the bottom of the window, in pixels
 */
export function useRowsInWindow(rows: Rows, listTop: number, covered: { top: number; bottom: number }) {
  const { height } = rows
  const view = useViewRange(height, null)
  const reveal = (row: number) => revealInWindow(listTop + row * height, height, covered)
  return { ...computeRange(view.top - listTop, view.bottom - listTop, rows), reveal }
}
