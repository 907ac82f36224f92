import { useWindowVirtualizer } from '@tanstack/react-virtual'
import {
  type ReactNode,
  type Ref,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'

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
  // oxlint-disable-next-line react/incompatible-library -- the virtualizer changes in place; nothing here memoises it
  const virtual = useWindowVirtualizer({
    count,
    estimateSize: () => height,
    overscan: ahead === undefined ? 4 : Math.ceil((ahead * innerHeight) / height),
    scrollMargin: margin,
    scrollPaddingStart: sticky + 12,
    scrollPaddingEnd: 90,
  })
  useLayoutEffect(() => virtual.measure(), [height, virtual])
  const rows = virtual.getVirtualItems()
  const first = rows[0]?.index
  const last = rows.at(-1)?.index
  useEffect(() => {
    if (first !== undefined && last !== undefined) onSight?.(first, last)
  }, [first, last, onSight])
  useImperativeHandle(handle, () => ({ reveal: place => virtual.scrollToIndex(place, { align: 'auto' }) }))
  return (
    <div ref={box} style={{ position: 'relative', height: virtual.getTotalSize() }}>
      {rows.map(item => (
        <div
          key={item.key}
          style={{
            position: 'absolute',
            insetInline: 0,
            top: 0,
            height: item.size,
            transform: `translateY(${item.start - margin}px)`,
          }}
        >
          {row(item.index)}
        </div>
      ))}
    </div>
  )
}
