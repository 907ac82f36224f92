import { useRef } from 'react'
import { usePhone } from '../../../lib/media.ts'
import type { VirtualRowsHandle } from '../../../ui/VirtualRows.tsx'
import { useGridLayout } from './gridLayout.ts'
import type { Direction, MosaicHandle } from './LinkMosaic.tsx'
import { findInRows } from './useListKeys.ts'

/**
 * Returns the layout of a list in a view, and how the keys move in it.
 * @param view 1 grid, 2 list, 3 mosaic
 */
export function useListView(view: 1 | 2 | 3) {
  const { box, rowHeight, ...layout } = useGridLayout(view === 1, usePhone())
  const rows = useRef<VirtualRowsHandle>(null)
  const mosaic = useRef<MosaicHandle>(null)
  const columns = view === 1 ? layout.columns : 1
  return {
    box,
    layout,
    rowHeight,
    rows,
    mosaic,
    /** Scrolls a link into view. */
    reveal(index: number): void {
      if (view === 3) mosaic.current?.reveal(index)
      else rows.current?.reveal(Math.floor(index / columns))
    },
    findAdjacent: (index: number, direction: Direction): number | undefined =>
      view === 3 ? mosaic.current?.findAdjacent(index, direction) : findInRows(index, direction, columns),
  }
}
