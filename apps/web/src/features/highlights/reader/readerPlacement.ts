/** A rectangle. Lengths are in CSS pixels. */
export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

/** The distance between two items of the margin. */
const itemGap = 16
/** The distance between the bar and the selected words, and between the bar and the edges of the window. */
const barGap = 8

/**
 * Places the items of the margin beside their lines, in this order and without overlaps: an item that has no room is
 * further down.
 * @param items the top of the line of each, and its height
 * @param start the top of the first item at least
 * @returns the top of each item
 */
export function placeItems(items: readonly { top: number; height: number }[], start: number): number[] {
  let free = start
  return items.map(({ top, height }) => {
    const placed = Math.max(top, free)
    free = placed + height + itemGap
    return placed
  })
}

/**
 * Returns the boxes of the lines of a text: those of its parts on the same line are one.
 * @param boxes of the parts, in the order of the text
 */
export function mergeLines(boxes: readonly Box[]): Box[] {
  const lines: Box[] = []
  // Rectangles of the browser have no own properties, so that spreading them copies nothing.
  for (const { left, top, right, bottom } of boxes) {
    if (right <= left || bottom <= top) continue
    const box = { left, top, right, bottom }
    const last = lines.at(-1)
    const shared = last ? Math.min(last.bottom, box.bottom) - Math.max(last.top, box.top) : 0
    // Small letters, such as those of an exponent, are on the line beside them.
    if (!last || shared < Math.min(last.bottom - last.top, box.bottom - box.top) / 2) lines.push(box)
    else
      lines[lines.length - 1] = {
        left: Math.min(last.left, box.left),
        top: Math.min(last.top, box.top),
        right: Math.max(last.right, box.right),
        bottom: Math.max(last.bottom, box.bottom),
      }
  }
  return lines
}

/**
 * Places the bar above the first line of the selected words; below the last one where there is no room above, and at the
 * bottom of the area where there is none below either.
 * @param lines of the selection, at least one
 * @param area in which the bar stays
 */
export function placeBar(
  lines: readonly Box[],
  size: { width: number; height: number },
  area: Box,
): { left: number; top: number } {
  const [first, last] = [lines[0], lines.at(-1)]
  if (!first || !last) return { left: area.left, top: area.top }
  const clamp = (value: number, low: number, high: number) => Math.max(low, Math.min(value, high))
  const above = first.top - barGap - size.height
  const below = last.bottom + barGap
  const lowest = area.bottom - barGap - size.height
  return {
    left: clamp(
      (first.left + first.right - size.width) / 2,
      area.left + barGap,
      area.right - barGap - size.width,
    ),
    top: above >= area.top + barGap ? Math.min(above, lowest) : clamp(below, area.top + barGap, lowest),
  }
}

/**
 * Returns the index of the section that each place is in; -1 before the first section.
 * @param tops of the places
 * @param sectionTops of the headings of the sections, ascending
 */
export const findSections = (tops: readonly number[], sectionTops: readonly number[]): number[] =>
  tops.map(top => sectionTops.findLastIndex(sectionTop => sectionTop <= top))
