import { hostTag } from '../lib/host.ts'
import { joinLines } from './spot.ts'

/** The address of a page without a fragment, unless the fragment is a route, so that such pages keep their own highlights. */
export function pageAddress(): string {
  const { href, hash } = location
  return /^#(\/|!)/.test(hash) ? href : href.slice(0, href.length - hash.length)
}

/** Returns whether the page behind its text is dark: a luminance below .35 (WCAG 2.2, relative luminance). */
export function isDarkPage(): boolean {
  const colours = [document.body, document.documentElement].map(element =>
    getComputedStyle(element)
      .backgroundColor.match(/[\d.]+/g)
      ?.map(Number),
  )
  const colour = colours.find(each => each && each.length >= 3 && each[3] !== 0)
  if (!colour) return getComputedStyle(document.documentElement).colorScheme === 'dark'
  const [red = 0, green = 0, blue = 0] = colour.map(each => {
    const share = each / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue < 0.35
}

/** Returns whether the selection is in a field or an editor, where the bar would be in the way. */
export function isEditing(): boolean {
  const { activeElement, designMode } = document
  const anchor = getSelection()?.anchorNode
  const element = anchor instanceof Element ? anchor : anchor?.parentElement
  return (
    designMode === 'on' ||
    activeElement instanceof HTMLInputElement ||
    activeElement instanceof HTMLTextAreaElement ||
    element?.closest('[contenteditable]:not([contenteditable="false"]),[role="textbox"]') != null
  )
}

/** Returns the boxes of the lines of the selection, in pixels of the window. */
export function selectionBoxes(): DOMRect[] {
  const selection = getSelection()
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return []
  return [...selection.getRangeAt(0).getClientRects()]
}

/**
 * Remembers the selection. Returns the function that collapses it to its end, from which Tab goes on, unless the person has selected
 * something else since.
 */
export function holdSelection(): () => void {
  const read = () => {
    const { anchorNode, anchorOffset, focusNode, focusOffset } = getSelection() ?? {}
    return [anchorNode, anchorOffset, focusNode, focusOffset]
  }
  const before = read()
  return () => {
    if (before[0] && read().every((each, at) => each === before[at])) getSelection()?.collapseToEnd()
  }
}

/** Returns whether any of some boxes is in the window. */
export const isInWindow = (boxes: readonly DOMRect[]): boolean =>
  boxes.some(({ top, bottom }) => top < innerHeight && bottom > 0)

/** Returns the element whose text has the first of some boxes, as far as it is in the window. */
function elementOf(boxes: readonly DOMRect[]): Element {
  const [line] = joinLines(boxes).filter(({ top, bottom }) => top < innerHeight && bottom > 0)
  const found = line ? document.elementsFromPoint(line.left + 1, (line.top + line.bottom) / 2) : []
  return found.find(each => each.localName !== hostTag) ?? document.body
}

/** Returns the column of the text with some boxes: its ends in pixels of the window, and whether it runs from right to left. */
export function readColumn(boxes: readonly DOMRect[]): { left: number; right: number; isRtl: boolean } {
  let element = elementOf(boxes)
  while (element.parentElement && /^(?:inline|contents|ruby)/.test(getComputedStyle(element).display))
    element = element.parentElement
  const { left, right } = element.getBoundingClientRect()
  return { left, right, isRtl: getComputedStyle(element).direction === 'rtl' }
}
