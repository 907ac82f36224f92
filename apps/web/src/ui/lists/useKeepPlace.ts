import { type RefObject, useLayoutEffect, useRef } from 'react'
import { useEventListener } from '../../lib/focus/useEventListener.ts'
import { coveredHeights } from './VirtualRows.tsx'

/** Where the items of a list are, in pixels from its beginning. */
interface Layout {
  /** Identifies the list. */
  name: string
  /** Differs for each layout of the list. */
  version: unknown
  topOf(item: number): number
  /** Returns the first item of a row at an offset. */
  itemAt(offset: number): number
}

/** The first visible item of a list, and where it was. */
interface Place {
  item: number
  /** The offset of the item in the window, in pixels. */
  top: number
  scrollY: number
}

/**
 * Keeps the first visible item of a list where it is in the window when the list has another layout: its items have another
 * size, the window is resized, or a panel opens next to the list. It remains the same item until the user scrolls.
 */
export function useKeepPlace(box: RefObject<HTMLElement | null>, layout: Layout): void {
  const place = useRef<Place>(undefined)
  const shown = useRef(layout)
  useLayoutEffect(() => {
    const { name, version, topOf } = layout
    const before = shown.current
    shown.current = layout
    if (before.name !== name) place.current = undefined
    if (!place.current || !box.current || before.version === version) return
    const { item, top } = place.current
    const from = box.current.getBoundingClientRect().top + topOf(item)
    window.scrollBy({ top: from - top, behavior: 'instant' })
    place.current = { item, top, scrollY: window.scrollY }
  })
  const record = () => {
    if (!box.current) return
    // The scroll that held the position.
    if (place.current && Math.abs(place.current.scrollY - window.scrollY) < 1) return
    const { topOf, itemAt } = layout
    const listTop = box.current.getBoundingClientRect().top
    if (listTop >= coveredHeights.top) return void (place.current = undefined)
    const first = itemAt(coveredHeights.top - listTop)
    // Rows that turn out higher or lower scroll the page too: in the same row, it remains the item of the previous columns.
    const isSameRow = place.current && topOf(place.current.item) === topOf(first)
    const item = isSameRow && place.current ? place.current.item : first
    place.current = { item, top: listTop + topOf(item), scrollY: window.scrollY }
  }
  useEventListener('scroll', record, window)
}
