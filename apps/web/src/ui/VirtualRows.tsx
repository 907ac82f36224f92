import {
  type ReactNode,
  type Ref,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useRowsInWindow } from '../lib/visibleRows.ts'

export interface VirtualRowsHandle {
  /** Scrolls a row into sight. */
  reveal(row: number): void
}

/**
 * Rows of one height in a page that scrolls as a whole; only those in sight are drawn.
 * @param onSight says which rows are in sight, so that they can be read
 */
export function VirtualRows({
  count,
  height,
  row,
  onSight,
  handle,
  sticky = 56,
  ahead,
}: {
  count: number
  height: number
  row: (place: number) => ReactNode
  onSight?: (first: number, last: number) => void
  handle?: Ref<VirtualRowsHandle>
  /** What stands over the top of the window. */
  sticky?: number
  /** Rows count as in sight from so far outside the window, as a share of its height; four rows when absent. */
  ahead?: number
}) {
  const box = useRef<HTMLDivElement>(null)
  const [margin, setMargin] = useState(0)
  // What stands above may change its height at any time (a description, pictures, a notice).
  useLayoutEffect(() => {
    const measure = () => {
      if (box.current) setMargin(Math.round(box.current.getBoundingClientRect().top + window.scrollY))
    }
    measure()
    const watch = new ResizeObserver(measure)
    watch.observe(document.body)
    return () => watch.disconnect()
  }, [])
  const overscan = ahead === undefined ? 4 : Math.ceil((ahead * innerHeight) / height)
  const hidden = { top: sticky + 12, bottom: 90 }
  const { first, last, reveal } = useRowsInWindow({ count, height, overscan }, margin, hidden)
  useEffect(() => {
    if (last >= first) onSight?.(first, last)
  }, [first, last, onSight])
  useImperativeHandle(handle, () => ({ reveal }))
  return (
    <div ref={box} style={{ position: 'relative', height: count * height }}>
      {Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at).map(place => (
        <div
          key={place}
          style={{
            position: 'absolute',
            insetInline: 0,
            top: 0,
            height,
            transform: `translateY(${place * height}px)`,
          }}
        >
          {row(place)}
        </div>
      ))}
    </div>
  )
}
