import { useElementWidth } from '../../../../ui/lists/useElementWidth.ts'
import { useDensity } from './density.ts'
import type { ItemSizes } from '../items/linkItem.ts'

/** The height below the thumbnail at most, in pixels: two lines of title, the host and the tags. */
const textHeight = 87
const textHeightOnPhone = 67

const gapBelow = { desktop: 24, phone: 20 }

/**
 * Measures how many cards fit side by side and how high a row is, in pixels. Rows of the list have one height; that of a
 * row of cards is an estimate until its cards are rendered.
 * @param sizes of items that are no links
 */
export function useGridLayout(grid: boolean, phone: boolean, sizes?: ItemSizes) {
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
