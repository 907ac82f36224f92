import { type ReactNode, type Ref, useEffect, useImperativeHandle } from 'react'
import { useRowsInWindow } from '../../lib/lists/visibleRows.ts'
import { keyRows } from './keyRows.ts'
import { useListTop } from './useListTop.ts'

/** The heights in pixels that are covered: by the headers of the page and of a collection, and by bars at the bottom. */
export const coveredHeights = { top: 132, bottom: 90 }

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
  rowId,
  onVisibleRange,
  handle,
  overscanRatio,
}: {
  count: number
  height: number
  row: (index: number) => ReactNode
  /** Returns the ID of what a row shows, so that the row keeps its focus when others are inserted above it. */
  rowId?: (index: number) => string | undefined
  onVisibleRange?: (first: number, last: number) => void
  handle?: Ref<VirtualRowsHandle>
  /** How far outside the window rows are rendered, as a fraction of its height; four rows without it. */
  overscanRatio?: number
}) {
  const { box, top } = useListTop()
  const overscan = overscanRatio === undefined ? 4 : Math.ceil((overscanRatio * innerHeight) / height)
  const { first, last, reveal } = useRowsInWindow({ count, height, overscan }, top, coveredHeights)
  useEffect(() => {
    if (last >= first) onVisibleRange?.(first, last)
  }, [first, last, onVisibleRange])
  useImperativeHandle(handle, () => ({ reveal }))
  return (
    <div ref={box} style={{ position: 'relative', height: count * height }}>
      {keyRows(first, last, rowId).map(({ index, key }) => (
        <div
          key={key}
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
