/** A measured row: its index, the ID of what it shows, and its height in pixels. */
export type MeasuredRow = readonly [index: number, id: string, height: number]

/** The heights of the rows of a long list in pixels: an estimate for each until it is measured. */
export interface RowHeights {
  readonly count: number
  readonly estimate: number
  /** Returns the distance of a row from the start of the list; the height of the list for `count`. */
  offsetOf(index: number): number
  /** Returns the row at a distance from the start of the list, from 0 to `count` - 1; 0 in an empty list. */
  indexAt(offset: number): number
  /**
   * Stores a measured height.
   * @param id identifies what the row shows, so that the height moves with it
   * @returns the difference from the height so far
   */
  measure(index: number, id: string, height: number): number
  /**
   * Returns the heights of the list after rows were added or removed. Heights of rows that moved by a few places move with
   * them; others are estimates again.
   * @param idAt returns what a row shows; undefined where that is unknown
   */
  resize(count: number, idAt: (index: number) => string | undefined): RowHeights
  /** Returns the measured rows. */
  list(): MeasuredRow[]
}

/** By how many places a measured row is looked for after a change. Other devices rarely add or remove more at once. */
const maxShift = 3

/**
 * Creates the heights of a list. Each call takes at most the logarithm of the number of rows, because a binary indexed tree
 * has the sums of what the measured rows differ from the estimate.
 * @param rows the rows that were measured before
 */
export function createRowHeights(
  count: number,
  estimate: number,
  rows: readonly MeasuredRow[] = [],
): RowHeights {
  const sums = new Float64Array(count + 1)
  const measured = new Map<number, { id: string; height: number }>()

  function offsetOf(index: number): number {
    let difference = 0
    for (let at = Math.min(index, count); at > 0; at -= at & -at) difference += sums[at] ?? 0
    return Math.min(index, count) * estimate + difference
  }

  function measure(index: number, id: string, height: number): number {
    const difference = height - (measured.get(index)?.height ?? estimate)
    measured.set(index, { id, height })
    if (difference === 0) return 0
    for (let at = index + 1; at <= count; at += at & -at) sums[at] = (sums[at] ?? 0) + difference
    return difference
  }

  function indexAt(offset: number): number {
    let [low, high] = [0, Math.max(0, count - 1)]
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (offsetOf(middle) <= offset) low = middle
      else high = middle - 1
    }
    return low
  }

  for (const row of rows) measure(...row)
  return {
    count,
    estimate,
    offsetOf,
    indexAt,
    measure,
    resize(newCount, idAt) {
      const next = createRowHeights(newCount, estimate)
      for (const [index, { id, height }] of measured)
        for (const moved of nearby(index))
          if (moved >= 0 && moved < newCount && idAt(moved) === id) {
            next.measure(moved, id, height)
            break
          }
      return next
    },
    list: () => Array.from(measured, ([index, { id, height }]) => [index, id, height] as const),
  }
}

/** Returns an index and those next to it, the nearest first. */
function nearby(index: number): number[] {
  const indexes = [index]
  for (let shift = 1; shift <= maxShift; shift++) indexes.push(index - shift, index + shift)
  return indexes
}
