import { useMemo, useRef } from 'react'
import { usePhone } from '../../../lib/media/media.ts'
import type { VirtualRowsHandle } from '../../../ui/lists/VirtualRows.tsx'
import type { Direction, MosaicHandle } from './layout/LinkMosaic.tsx'
import { type LeadingCell, orderCells } from './layout/cellOrder.ts'
import type { ItemSizes } from './items/linkItem.ts'
import { findInRows } from './useListKeys.ts'
import { useElementWidth } from '../../../ui/lists/useElementWidth.ts'
import { useDensity } from './layout/density.ts'

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

/** The height below the thumbnail at most, in pixels: two lines of title, the host and the tags. */
const textHeight = 87
const textHeightOnPhone = 67

const gapBelow = { desktop: 24, phone: 20 }

/**
 * Measures how many cards fit side by side and how high a row is, in pixels. Rows of the list have one height; that of a
 * row of cards is an estimate until its cards are rendered.
 * @param sizes of items that are no links
 */
function useGridLayout(grid: boolean, phone: boolean, sizes?: ItemSizes) {
  const { ref: box, width } = useElementWidth()
  const density = useDensity().minCardWidth
  const minCardWidth = Math.max(density, sizes?.cardWidth ?? 0)
  const below = sizes?.textHeight ?? (phone ? textHeightOnPhone : textHeight)
  const gap = phone ? 14 : 18
  const columns = Math.max(1, Math.floor((width + gap) / (minCardWidth + gap)))
  const cardWidth = (width - gap * (columns - 1)) / columns
  const cardHeight = Math.round(cardWidth / 1.6) + below + (phone ? gapBelow.phone : gapBelow.desktop)
  const listHeight = sizes?.rowHeight ?? (phone ? 76 : 50)
  return { box, columns, gap, cardWidth, rowHeight: grid ? cardHeight : listHeight }
}
