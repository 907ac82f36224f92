/** Where something is shown, in pixels of the window. */
export interface Spot {
  left: number
  top: number
}

/** The part of a rectangle that is used. */
export type Box = Pick<DOMRect, 'left' | 'top' | 'bottom' | 'right'>

/** The size of the window, and of what is to be placed, in pixels. */
export interface Size {
  width: number
  height: number
}

const gap = 8
/** The card is beside the text where so much room is left, and so far from it. */
const cardRoom = 330
const cardGap = 60
/** No other word follows in a line that ends so near to the end of the column. */
const lastWord = 40
/** The first row of the card, whose middle is beside the first line. */
const cardHead = 26

const clamp = (at: number, max: number) => Math.max(gap, Math.min(at, max))

/** Returns the boxes of text as one box for each line, in their order. */
export function joinLines(boxes: readonly Box[]): Box[] {
  const lines: Box[] = []
  for (const { left, top, right, bottom } of boxes) {
    const line = lines.at(-1)
    const isSame =
      line &&
      Math.min(line.bottom, bottom) - Math.max(line.top, top) >
        0.5 * Math.min(line.bottom - line.top, bottom - top)
    if (isSame)
      lines[lines.length - 1] = {
        left: Math.min(line.left, left),
        top: Math.min(line.top, top),
        right: Math.max(line.right, right),
        bottom: Math.max(line.bottom, bottom),
      }
    else lines.push({ left, top, right, bottom })
  }
  return lines
}

const listShown = (boxes: readonly Box[], { height }: Size) =>
  joinLines(boxes).filter(box => box.bottom > 0 && box.top < height)

/**
 * Returns the position of the bar: above the middle of the first line, below the last one where there is no room, inside of the window.
 * Its arrow is so many pixels from its left end. Null when the text is outside of the window.
 */
export function placeBar(boxes: readonly Box[], window: Size, bar: Size) {
  const shown = listShown(boxes, window)
  const [first] = shown
  const last = shown.at(-1)
  if (!first || !last) return null
  const above = first.top - gap - bar.height
  const isBelow = above < gap
  const line = isBelow ? last : first
  const top = isBelow ? clamp(last.bottom + gap, window.height - bar.height - gap) : above
  const middle = (Math.max(line.left, 0) + Math.min(line.right, window.width)) / 2
  const left = clamp(middle - bar.width / 2, window.width - bar.width - gap)
  return { left, top, arrow: Math.max(18, Math.min(middle - left, bar.width - 18)), isBelow }
}

/**
 * Returns the position of the card: beside the column of the text where there is room, on its right, or on its left where the text runs
 * from right to left; else below the highlight. Null when the highlight is outside of the window.
 * @param column the left and right end of the column
 * @returns also the line from the text to the card; null where the card is below the text
 */
export function placeCard(
  boxes: readonly Box[],
  column: Pick<Box, 'left' | 'right'>,
  window: Size,
  card: Size,
  isRtl: boolean,
) {
  const shown = listShown(boxes, window)
  const [first] = shown
  const last = shown.at(-1)
  if (!first || !last) return null
  const room = isRtl ? column.left : window.width - column.right
  const fits = room >= cardRoom
  const middle = (first.top + first.bottom) / 2
  if (!fits) {
    const below = last.bottom + gap
    const above = first.top - gap - card.height
    const isAbove = below + card.height + gap > window.height && above >= gap
    return {
      left: clamp(first.left, window.width - card.width - gap),
      top: isAbove ? above : clamp(below, window.height - card.height - gap),
      lead: null,
    }
  }
  const top = clamp(middle - cardHead, window.height - card.height - gap)
  const distance = Math.min(cardGap, room - card.width - gap)
  const left = isRtl ? column.left - distance - card.width : column.right + distance
  // Over other words of the line it would strike them through.
  const lineEnd = isRtl ? first.left : first.right
  const columnEnd = isRtl ? column.left : column.right
  const isLast = Math.abs(columnEnd - lineEnd) < lastWord
  const start = isLast ? lineEnd + (isRtl ? -4 : 4) : columnEnd
  const [from, to] = isRtl ? [left + card.width, start] : [start, left]
  return { left, top, lead: { left: from, top: middle, width: Math.max(0, to - from) } }
}
