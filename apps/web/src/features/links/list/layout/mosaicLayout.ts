/** The positions of the cards of a mosaic, in pixels from its top left corner. */
export interface MosaicLayout {
  columns: number
  /** The column of each card. */
  column: Uint16Array
  /** The top of each card; it never decreases from one card to the next. */
  top: Float64Array
  /** The height of the entire mosaic. */
  height: number
}

/** Fills cards of the given heights into columns of equal width: each into the shortest column at that time. */
export function placeInMosaic(heights: Float32Array, columns: number, gap: number): MosaicLayout {
  const ends = new Float64Array(columns)
  const column = new Uint16Array(heights.length)
  const top = new Float64Array(heights.length)
  for (let index = 0; index < heights.length; index++) {
    let shortest = 0
    for (let each = 1; each < columns; each++) if ((ends[each] ?? 0) < (ends[shortest] ?? 0)) shortest = each
    column[index] = shortest
    top[index] = ends[shortest] ?? 0
    ends[shortest] = (ends[shortest] ?? 0) + (heights[index] ?? 0) + gap
  }
  return { columns, column, top, height: Math.max(0, ...ends) }
}

/** Returns the first index whose card begins at or below an offset. */
export function findByTop({ top }: MosaicLayout, offset: number): number {
  let [low, high] = [0, top.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((top[middle] ?? 0) < offset) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * The number of cards around a card that are compared to find its adjacent one. A column contains at least one of
 * them.
 */
const searchedPerColumn = 12

/**
 * Returns the index of the card next to a card: above or below in its column, or in the adjacent column the one whose
 * middle is nearest; undefined at the edge.
 */
export function findAdjacent(
  { columns, column, top }: MosaicLayout,
  heights: Float32Array,
  index: number,
  direction: 'up' | 'down' | 'before' | 'after',
): number | undefined {
  const ownColumn = column[index] ?? 0
  const reach = searchedPerColumn * columns
  const [first, last] = [Math.max(0, index - reach), Math.min(top.length - 1, index + reach)]
  if (direction === 'up' || direction === 'down') {
    const step = direction === 'up' ? -1 : 1
    for (let each = index + step; each >= first && each <= last; each += step)
      if (column[each] === ownColumn) return each
    return undefined
  }
  const wanted = ownColumn + (direction === 'before' ? -1 : 1)
  const middleOf = (each: number) => (top[each] ?? 0) + (heights[each] ?? 0) / 2
  let nearest: number | undefined
  for (let each = first; each <= last; each++) {
    if (column[each] !== wanted) continue
    const distance = Math.abs(middleOf(each) - middleOf(index))
    if (nearest === undefined || distance < Math.abs(middleOf(nearest) - middleOf(index))) nearest = each
  }
  return nearest
}
