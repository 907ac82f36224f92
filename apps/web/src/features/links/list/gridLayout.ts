import { useElementWidth } from '../../../ui/useElementWidth.ts'
import { useDensity } from './density.ts'

/** The height below the thumbnail, in pixels: two lines of title, the host and the tags. */
const textHeight = 87
const textHeightOnPhone = 67

/**
 * Measures how many cards fit side by side and how high a row is, in pixels. All rows have the same height, so that the
 * position of any row can be computed and nothing jumps during scrolling.
 */
export function useGridLayout(grid: boolean, phone: boolean) {
  const { ref: box, width } = useElementWidth()
  const { minCardWidth } = useDensity()
  const gap = phone ? 14 : 18
  const columns = Math.max(1, Math.floor((width + gap) / (minCardWidth + gap)))
  const cardWidth = (width - gap * (columns - 1)) / columns
  const cardHeight = Math.round(cardWidth / 1.6) + (phone ? textHeightOnPhone + 20 : textHeight + 24)
  return { box, columns, gap, cardWidth, rowHeight: grid ? cardHeight : phone ? 76 : 50 }
}
