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
  const { activeElement } = document
  const anchor = getSelection()?.anchorNode
  const element = anchor instanceof Element ? anchor : anchor?.parentElement
  return (
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
