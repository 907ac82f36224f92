/**
 * Scrolls an element so that a line is in the upper third of it, unless the line is in its middle part.
 * @param rect of the line in the window
 */
export function scrollToLine(scroller: HTMLElement, rect: DOMRect): void {
  const { top, height } = scroller.getBoundingClientRect()
  const isVisible = rect.top >= top + height * 0.15 && rect.bottom <= top + height * 0.75
  if (!isVisible) scroller.scrollTop += rect.top - top - height / 3
}
