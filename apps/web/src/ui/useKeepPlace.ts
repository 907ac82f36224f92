import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { RowHeights } from '../lib/rowHeights.ts'
import { useStableCallback } from '../lib/useStableCallback.ts'
import { coveredHeights } from './VirtualRows.tsx'

/** The first visible item of a list, and where it was. */
interface Place {
  item: number
  /** The offset of its row in the window, in pixels. */
  top: number
  scrollY: number
}

/**
 * Keeps the first visible item of a list where it is in the window when its rows receive another number of items or another
 * height: the window is resized, or a panel opens next to the list.
 * @param name identifies the list
 * @param perRow how many items are in a row
 * @returns a stable function that records the place, to be called when the window scrolls
 */
export function useKeepPlace(
  name: string,
  box: RefObject<HTMLElement | null>,
  heights: RowHeights,
  perRow: number,
): () => void {
  const { estimate } = heights
  const place = useRef<Place>(undefined)
  const shown = useRef({ name, perRow, estimate })
  useLayoutEffect(() => {
    const before = shown.current
    shown.current = { name, perRow, estimate }
    if (before.name !== name) place.current = undefined
    if (!place.current || !box.current || (before.perRow === perRow && before.estimate === estimate)) return
    const { item, top } = place.current
    const from = box.current.getBoundingClientRect().top + heights.offsetOf(Math.floor(item / perRow))
    window.scrollBy({ top: from - top, behavior: 'instant' })
    place.current = { item, top, scrollY: window.scrollY }
  })
  return useStableCallback(() => {
    if (!box.current) return
    // The scroll that held the position.
    if (place.current && Math.abs(place.current.scrollY - window.scrollY) < 1) return
    const listTop = box.current.getBoundingClientRect().top
    if (listTop >= coveredHeights.top) return void (place.current = undefined)
    const row = heights.indexAt(coveredHeights.top - listTop)
    place.current = { item: row * perRow, top: listTop + heights.offsetOf(row), scrollY: window.scrollY }
  })
}
