import { useLayoutEffect, useMemo, useRef } from 'react'
import { useStableCallback } from '../../../lib/useStableCallback.ts'
import { type ArticleText, findLineBelow, measureTop } from '../articleText.ts'

/** The distance of the line that is read from the top of the text's window, in pixels. */
const lineDistance = 44

/** The line that is read: the first one below the top of the window. */
export interface LineAnchor {
  /** Returns the position of its first character; 0 at the beginning of the article. */
  read(): number
  /** Scrolls to the line with the character at a position. */
  scrollTo(position: number): void
  /** Takes the line that is at the top now, after a scroll by others. */
  measure(): void
}

/** Keeps the line that is read where it is while the size of the text, the width of the window or a picture changes. */
export function useLineAnchor(scroller: HTMLElement | null, text: ArticleText | null): LineAnchor {
  const latest = useRef({ scroller, text })
  useLayoutEffect(() => {
    latest.current = { scroller, text }
  }, [scroller, text])
  /** `distance`: between the top of the window and the line. `scrolled`: where the browser scrolled to for it. */
  const line = useRef({ position: 0, distance: lineDistance, scrolled: 0 })

  const hold = useMemo(
    () => () => {
      const { scroller: element, text: content } = latest.current
      const { position, distance } = line.current
      if (!element || !content || position === 0) return
      const top = measureTop(content, position)
      if (top === null) return
      element.scrollTop += Math.round(top - element.getBoundingClientRect().top - distance)
      line.current.scrolled = element.scrollTop
    },
    [],
  )
  const measure = useStableCallback(() => {
    // A scroll of `hold`, or of the browser when the text became shorter.
    if (!scroller || !text || scroller.scrollTop === line.current.scrolled) return
    const { top } = scroller.getBoundingClientRect()
    const position = scroller.scrollTop === 0 ? 0 : (findLineBelow(text, top + lineDistance - 1) ?? 0)
    const lineTop = position === 0 ? null : measureTop(text, position)
    line.current = {
      position,
      distance: lineTop === null ? lineDistance : lineTop - top,
      scrolled: scroller.scrollTop,
    }
  })
  // Before the article is painted: the first scroll counts too.
  useLayoutEffect(() => {
    if (!scroller || !text) return
    let frame = 0
    const schedule = () => {
      if (frame !== 0) return
      frame = requestAnimationFrame(() => {
        frame = 0
        measure()
      })
    }
    scroller.addEventListener('scroll', schedule, { passive: true })
    // It reports before the change is painted.
    const observer = new ResizeObserver(hold)
    observer.observe(text.body)
    return () => {
      cancelAnimationFrame(frame)
      scroller.removeEventListener('scroll', schedule)
      observer.disconnect()
    }
  }, [scroller, text, hold, measure])
  return useMemo(
    () => ({
      read: () => line.current.position,
      scrollTo: position => {
        line.current = { position, distance: lineDistance, scrolled: 0 }
        hold()
      },
      measure,
    }),
    [hold, measure],
  )
}
