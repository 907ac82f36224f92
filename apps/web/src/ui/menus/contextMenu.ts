import type { MouseEvent } from 'react'

interface Point {
  x: number
  y: number
}

/** The position of the next menu of a trigger, instead of below the trigger. */
const points = new WeakMap<HTMLElement, Point>()

/** What had the focus in the card or row when its context menu opened, by the trigger of the menu. */
const openers = new WeakMap<HTMLElement, HTMLElement>()

/**
 * Opens the menu of a card or row at the pointer. With Shift, the browser's own menu opens; the Menu key opens it at its
 * button.
 * @param select in select mode: selects the card or row, and the menu of the selection opens instead
 */
export function openContextMenu(event: MouseEvent<HTMLElement>, select?: () => void): void {
  const card = event.currentTarget
  const find = () =>
    select
      ? document.querySelector<HTMLElement>('[data-selection-menu]')
      : card.querySelector<HTMLElement>('[aria-haspopup=menu]')
  const isOffered = select ? document.querySelector('[data-bulk]') : find()
  if (event.defaultPrevented || event.shiftKey || !isOffered) return
  event.preventDefault()
  select?.()
  const { activeElement } = document
  const isInside = activeElement instanceof HTMLElement && card.contains(activeElement)
  const { left, top } = card.getBoundingClientRect()
  const open = () => {
    const trigger = find()
    if (!trigger) return
    if (isInside && activeElement !== trigger) openers.set(trigger, activeElement)
    if (event.button === 2) points.set(trigger, { x: event.clientX, y: event.clientY })
    // The trigger of the selection's menu is not rendered, so it has no position.
    else if (select) points.set(trigger, { x: left + 24, y: top + 24 })
    if (trigger.ariaExpanded !== 'true') trigger.click()
  }
  // The release of the button closes popovers. Linux and macOS send this event at the press, Windows after the release.
  if (event.buttons & secondaryButton)
    window.addEventListener('pointerup', () => setTimeout(open), { once: true, capture: true })
  else setTimeout(open)
}

/** The bit of the right button in `MouseEvent.buttons`. */
const secondaryButton = 2

/** Returns what receives the focus after the menu: what opened a context menu, otherwise the trigger. */
export function takeMenuOpener(trigger: HTMLElement): HTMLElement {
  const opener = openers.get(trigger) ?? trigger
  openers.delete(trigger)
  return opener.isConnected ? opener : trigger
}

/** Returns where a menu opens, as a box: the pointer for a context menu, otherwise its trigger. */
export function takeMenuBox(trigger: HTMLElement): DOMRect {
  const point = points.get(trigger)
  points.delete(trigger)
  return point ? new DOMRect(point.x, point.y, 0, 0) : trigger.getBoundingClientRect()
}
