import {
  type ReactNode,
  type Ref,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useEventListener } from '../../lib/focus/useEventListener.ts'
import { flushSync } from 'react-dom'
import { keepHeights, readHeights } from '../../lib/lists/savedHeights.ts'
import { createRowHeights, type RowHeights } from '../../lib/lists/rowHeights.ts'
import { useStableCallback } from '../../lib/useStableCallback.ts'
import { revealInWindow } from '../../lib/lists/visibleRows.ts'
import { keyRows } from './keyRows.ts'
import { useKeepPlace } from './useKeepPlace.ts'
import { coveredHeights, type VirtualRowsHandle } from './VirtualRows.tsx'

interface RowRange {
  first: number
  last: number
}

/**
 * A virtual list of rows with different heights in a page that scrolls entirely. The rows are in the flow of the page, so
 * their content may be sticky. Rows above the visible ones take no place of their own when they turn out higher or
 * lower than estimated: the page scrolls by the difference.
 * @param name identifies the list in this tab
 * @param estimate the height of a row that is not measured, in pixels
 * @param onVisibleRange receives the range of rendered rows, so that they can be read
 */
export function VariableRows({
  name,
  count,
  perRow = 1,
  estimate,
  row,
  rowId,
  onVisibleRange,
  handle,
  overscan,
}: {
  name: string
  count: number
  /** How many items are in a row. When it changes, the first visible item stays where it is. */
  perRow?: number
  estimate: number
  row: (index: number) => ReactNode
  /** Returns the ID of what a row shows. */
  rowId: (index: number) => string | undefined
  onVisibleRange?: (first: number, last: number) => void
  handle?: Ref<VirtualRowsHandle>
  /** How far outside the window rows are rendered, in pixels; half of its height without it. */
  overscan?: number
}) {
  const box = useRef<HTMLDivElement>(null)
  // Another width changes the heights of all rows.
  const heights = useHeights(`${name} ${perRow} ${estimate}`, count, estimate, rowId)
  const [range, setRange] = useState<RowRange>({ first: 0, last: Math.min(count, initialRows) - 1 })
  const first = Math.min(range.first, Math.max(0, count - 1))
  const last = Math.min(range.last, count - 1)

  const updateRange = useStableCallback(() => {
    const list = box.current
    if (!list) return
    const top = -list.getBoundingClientRect().top
    const margin = overscan ?? innerHeight / 2
    const next = {
      first: heights.indexAt(Math.max(0, top - margin)),
      last: heights.indexAt(Math.max(0, top + innerHeight + margin)),
    }
    setRange(now => (now.first === next.first && now.last === next.last ? now : next))
  })
  const measureRows = useStableCallback(() => {
    const list = box.current
    if (!list) return
    const listTop = list.getBoundingClientRect().top
    // Below the headers, as `useKeepPlace` has it.
    const firstVisible = listTop >= 0 ? 0 : heights.indexAt(coveredHeights.top - listTop)
    let above = 0
    for (const element of list.children) {
      const index = Number((element as HTMLElement).dataset.index)
      const id = rowId(index)
      // The place of a row that is loading keeps its estimate.
      if (id === undefined) continue
      const difference = heights.measure(index, id, element.getBoundingClientRect().height)
      if (index < firstVisible) above += difference
    }
    // A list that ends above the window is a row of another list, which scrolls by the difference.
    if (above !== 0 && listTop + heights.offsetOf(count) > 0)
      window.scrollBy({ top: above, behavior: 'instant' })
  })

  useReveal(handle, box, heights)
  useKeepPlace(box, {
    name,
    version: `${perRow} ${estimate}`,
    topOf: item => heights.offsetOf(Math.floor(item / perRow)),
    itemAt: offset => heights.indexAt(offset) * perRow,
  })
  // Every render may add rows or change their content.
  useLayoutEffect(() => {
    measureRows()
    updateRange()
  })
  useEffect(() => {
    const list = box.current
    if (!list) return
    const observer = new ResizeObserver(() => {
      measureRows()
      updateRange()
    })
    for (const element of list.children) observer.observe(element)
    return () => observer.disconnect()
  })
  const followScroll = () => {
    const top = -(box.current?.getBoundingClientRect().top ?? 0)
    const isRendered =
      heights.indexAt(Math.max(0, top)) >= first && heights.indexAt(Math.max(0, top + innerHeight)) <= last
    if (isRendered) updateRange()
    // After a jump the next frame would be blank.
    else flushSync(updateRange)
  }
  useEventListener('scroll', followScroll, window)
  // The list gets the columns of another width later in this frame. Rows with the old ones must not be measured.
  useEventListener('resize', () => setTimeout(updateRange), window)
  useEffect(() => {
    if (last >= first) onVisibleRange?.(first, last)
  }, [first, last, onVisibleRange])

  return (
    <div
      ref={box}
      style={{
        overflowAnchor: 'none',
        paddingTop: heights.offsetOf(first),
        paddingBottom: heights.offsetOf(count) - heights.offsetOf(last + 1),
      }}
    >
      {keyRows(first, last, rowId).map(({ index, key }) => (
        <div
          key={key}
          data-index={index}
          style={rowId(index) === undefined ? { height: estimate } : undefined}
        >
          {row(index)}
        </div>
      ))}
    </div>
  )
}

/** Lets the owner of a list scroll to a row. */
function useReveal(
  handle: Ref<VirtualRowsHandle> | undefined,
  box: RefObject<HTMLElement | null>,
  heights: RowHeights,
): void {
  useImperativeHandle(handle, () => ({
    reveal(index: number): void {
      if (!box.current) return
      const from = heights.offsetOf(index)
      const listTop = box.current.getBoundingClientRect().top + window.scrollY
      revealInWindow(listTop + from, heights.offsetOf(index + 1) - from, coveredHeights)
    },
  }))
}

/** How many rows are rendered before the list knows its place. */
const initialRows = 8

/** Returns the heights of a list, also after rows were added or removed. */
function useHeights(
  name: string,
  count: number,
  estimate: number,
  rowId: (index: number) => string | undefined,
): RowHeights {
  const [heights, setHeights] = useState(() => readHeights(name) ?? createRowHeights(count, estimate))
  const [shownName, setShownName] = useState(name)
  let current = heights
  if (shownName !== name) current = readHeights(name) ?? createRowHeights(count, estimate)
  if (current.count !== count) current = current.resize(count, rowId)
  if (current !== heights) setHeights(current)
  if (shownName !== name) setShownName(name)
  useEffect(() => {
    keepHeights(name, current)
  }, [name, current])
  return current
}
