import { useMemo, useRef } from 'react'
import { usePhone } from '../../../lib/media/media.ts'
import type { VirtualRowsHandle } from '../../../ui/lists/VirtualRows.tsx'
import { useGridLayout } from './layout/gridLayout.ts'
import type { Direction, MosaicHandle } from './layout/LinkMosaic.tsx'
import { type LeadingCell, orderCells } from './layout/cellOrder.ts'
import type { ItemSizes } from './items/linkItem.ts'
import { findInRows } from './useListKeys.ts'

/**
 * Returns the layout of a list in a view, and how the keys move in it.
 * @param view 1 grid, 2 list, 3 mosaic
 * @param leading the cells before the links
 * @param sizes of items that are no links
 */
export function useListView(view: 1 | 2 | 3, leading: readonly LeadingCell[], sizes?: ItemSizes) {
  const { box, rowHeight, ...layout } = useGridLayout(view === 1, usePhone(), sizes)
  const rows = useRef<VirtualRowsHandle>(null)
  const mosaic = useRef<MosaicHandle>(null)
  const columns = view === 1 ? layout.columns : 1
  // The contents of leading cells change many times a second, and their order seldom.
  const places = leading.map(({ content }) => (content === null ? 'l' : '-')).join('')
  const order = useMemo(() => orderCells([...places].map(place => place === 'l')), [places])
  return {
    box,
    layout,
    order,
    rowHeight,
    rows,
    mosaic,
    /** Scrolls a link into view. */
    reveal(index: number): void {
      if (view === 3) mosaic.current?.reveal(index)
      else rows.current?.reveal(Math.floor(order.cellOf(index) / columns))
    },
    findAdjacent(index: number, direction: Direction): number | undefined {
      if (view === 3) return mosaic.current?.findAdjacent(index, direction)
      let cell = findInRows(order.cellOf(index), direction, columns)
      // Cells that are no links yet are skipped.
      while (cell !== undefined && cell >= 0 && order.linkAt(cell) === undefined)
        cell = findInRows(cell, direction, columns)
      return cell === undefined || cell < 0 ? cell : order.linkAt(cell)
    },
  }
}
