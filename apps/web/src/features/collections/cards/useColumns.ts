import { useElementWidth } from '../../../ui/lists/useElementWidth.ts'

const minCardWidth = 252
/** The gap between collection cards, in pixels. */
export const cardGap = 16

/** Measures how many collection cards fit side by side; 0 before the measurement. */
export function useColumns() {
  const { ref: box, width } = useElementWidth()
  const columns = width === 0 ? 0 : Math.max(1, Math.floor((width + cardGap) / (minCardWidth + cardGap)))
  return { box, columns }
}
