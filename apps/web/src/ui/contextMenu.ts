import type { MouseEvent } from 'react'

interface Point {
  x: number
  y: number
}

/** The position of the next menu of a trigger, instead of below the trigger. */
const points = new WeakMap<HTMLElement, Point>()

/**
 * Opens the menu of a card or row at the pointer. With Shift, the browser's own menu opens; the Menu key opens it at its
 * button.
 */
export function openContextMenu(event: MouseEvent<HTMLElement>): void {
  const trigger = event.currentTarget.querySelector<HTMLElement>('[aria-haspopup=menu]')
  if (!trigger || event.defaultPrevented || event.shiftKey) return
  event.preventDefault()
  const open = () => {
    if (event.button === 2) points.set(trigger, { x: event.clientX, y: event.clientY })
    if (trigger.ariaExpanded !== 'true') trigger.click()
  }
  // The release of the button closes popovers. Linux and macOS send this event at the press, Windows after the release.
  if (event.buttons & secondaryButton)
    window.addEventListener('pointerup', () => setTimeout(open), { once: true, capture: true })
  else setTimeout(open)
}

/** The bit of the right button in `MouseEvent.buttons`. */
const secondaryButton = 2

/** Returns where a menu opens, as a box: the pointer for a context menu, otherwise its trigger. */
export function takeMenuBox(trigger: HTMLElement): DOMRect {
  const point = points.get(trigger)
  points.delete(trigger)
  return point ? new DOMRect(point.x, point.y, 0, 0) : trigger.getBoundingClientRect()
}
