import type { Spot } from './Bar.tsx'

/** The part of a rectangle that is used. */
type Box = Pick<DOMRect, 'left' | 'top' | 'bottom' | 'right'>

/** The size of the window, and of what is to be placed, in pixels. */
interface Size {
  width: number
  height: number
}

const gap = 8

const clamp = (at: number, max: number) => Math.max(gap, Math.min(at, max))

/** Returns where the bar lies: above the first line, below the last one where there is no room, inside of the window. */
export function placeBar(boxes: readonly Box[], window: Size, bar: Size): Spot | null {
  const shown = boxes.filter(box => box.bottom > 0 && box.top < window.height)
  const [first] = shown
  const last = shown.at(-1)
  if (!first || !last) return null
  const above = first.top - gap - bar.height
  const top = above >= gap ? above : clamp(last.bottom + gap, window.height - bar.height - gap)
  return { left: clamp(first.left, window.width - bar.width - gap), top }
}

/** Returns where the card lies: right of the text where there is room, else below the highlight. */
export function placeCard(boxes: readonly Box[], window: Size, card: Size): Spot | null {
  const shown = boxes.filter(box => box.bottom > 0 && box.top < window.height)
  const [first] = shown
  if (!first) return null
  const right = Math.max(...shown.map(box => box.right)) + 24
  const fits = right + card.width + gap <= window.width
  const bottom = Math.max(...shown.map(box => box.bottom))
  const top = fits ? first.top : bottom + gap
  return {
    left: fits ? right : clamp(first.left, window.width - card.width - gap),
    top: clamp(top, window.height - card.height - gap),
  }
}
