import { type ReactNode, type Ref, useEffect, useImperativeHandle } from 'react'
import { useRowsInWindow } from '../lib/visibleRows.ts'
import { useListTop } from './useListTop.ts'

export interface VirtualRowsHandle {
  /** Scrolls a row into view. */
  reveal(row: number): void
}

/**
 * A virtual list of rows with equal heights in a page that scrolls entirely.
 * @param onVisibleRange receives the range of rendered rows, so that they can be read
 */
export function VirtualRows({
  count,
  height,
  row,
  onVisibleRange,
  handle,
  headerHeight = 56,
  overscanRatio,
}: {
  count: number
  height: number
  row: (index: number) => ReactNode
  onVisibleRange?: (first: number, last: number) => void
  handle?: Ref<VirtualRowsHandle>
  /** The height in pixels that a sticky header covers. */
  headerHeight?: number
  /** How far outside the window rows are rendered, as a fraction of its height; four rows without it. */
  overscanRatio?: number
}) {
  const { box, top } = useListTop()
  const overscan = overscanRatio === undefined ? 4 : Math.ceil((overscanRatio * innerHeight) / height)
  // A collection has a separate header below that of the page.
  const covered = { top: headerHeight + 76, bottom: 90 }
  const { first, last, reveal } = useRowsInWindow({ count, height, overscan }, top, covered)
  useEffect(() => {
    if (last >= first) onVisibleRange?.(first, last)
  }, [first, last, onVisibleRange])
  useImperativeHandle(handle, () => ({ reveal }))
  return (
    <div ref={box} style={{ position: 'relative', height: count * height }}>
      {Array.from({ length: Math.max(0, last - first + 1) }, (_, offset) => first + offset).map(index => (
        <div
          key={index}
          style={{
            position: 'absolute',
            insetInline: 0,
            top: 0,
            height,
            transform: `translateY(${index * height}px)`,
          }}
        >
          {row(index)}
        </div>
      ))}
    </div>
  )
}
