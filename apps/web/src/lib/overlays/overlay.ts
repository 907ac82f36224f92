import { hasNoFocus } from '../focus/hasNoFocus.ts'
import { createStore } from '../store.ts'

/**
 * The props of every dialog by name, without `onClose`. Empty here: `app/overlays.ts` adds the dialogs, whose
 * components declare their props.
 */
export interface Overlays {}

export type OverlayName = keyof Overlays
export type OpenOverlay = {
  [Name in OverlayName]: { key: number; name: Name; props: Overlays[Name] }
}[OverlayName]

/** The open dialogs, the topmost last. */
export const overlays = createStore<readonly OpenOverlay[]>([])
let lastKey = 0
/** The focused element before each dialog, to restore the focus. */
const previousFocus = new Map<number, Element | null>()

/** Opens a dialog by name. Features do not import the dialog's component. */
export function openOverlay<Name extends OverlayName>(name: Name, props: Overlays[Name]): void {
  openWithKey(name, props)
}

/** Opens a dialog whose caller needs to know until when it is open. @returns its key */
export function openWithKey<Name extends OverlayName>(name: Name, props: Overlays[Name]): number {
  previousFocus.set(++lastKey, document.activeElement)
  overlays.set(now => [...now, { key: lastKey, name, props } as unknown as OpenOverlay])
  return lastKey
}

/** Returns whether a dialog is open. */
export const isOverlayOpen = (key: number): boolean => overlays.get().some(open => open.key === key)

/** Closes one dialog; without a key the topmost one. Restores the focus. */
export function closeOverlay(key = overlays.get().at(-1)?.key): void {
  if (key === undefined || !isOverlayOpen(key)) return
  const isTopmost = overlays.get().at(-1)?.key === key
  const closing = isTopmost ? document.activeElement?.closest('[role=dialog]') : null
  overlays.set(now => now.filter(open => open.key !== key))
  const previous = previousFocus.get(key)
  previousFocus.delete(key)
  const restore = () => {
    // On a busy device a frame passes before it is removed, and it would take the focus along.
    if (closing?.contains(document.activeElement)) return void requestAnimationFrame(restore)
    // A dialog that was opened since sets the focus itself.
    if (overlays.get().some(open => open.key > key)) return
    const free = document.activeElement === null || document.activeElement === document.body
    if (!free || !(previous instanceof HTMLElement)) return
    if (previous.isConnected && previous !== document.body) previous.focus({ preventScroll: true })
    // It was removed or disabled since.
    if (document.activeElement === null || document.activeElement === document.body) focusTopDialog()
  }
  requestAnimationFrame(restore)
}

/** Focuses the topmost dialog that is open, or the page. */
function focusTopDialog(): void {
  const dialog = [...document.querySelectorAll<HTMLElement>('[role=dialog][aria-modal=true]')].at(-1)
  if (dialog) dialog.focus({ preventScroll: true })
  else focusPage()
}

/** Focuses the dialog around an element that is about to be removed, or the page. */
export function focusAround(element: Element): void {
  const dialog = element.closest<HTMLElement>('[role=dialog]')
  if (dialog) dialog.focus({ preventScroll: true })
  else focusPage()
}

/** Focuses the page itself, where the previously focused element no longer exists. */
export function focusPage(): void {
  document.getElementById('main')?.focus({ preventScroll: true })
}

/** Focuses the page in the next frame, when nothing else has the focus and no dialog is open. */
export function restorePageFocus(): void {
  requestAnimationFrame(() => {
    if (overlays.get().length === 0 && hasNoFocus()) focusPage()
  })
}

/** Returns whether a dialog, a menu or a panel is over the page; tooltips are none. */
export const isCovered = (): boolean =>
  overlays.get().length > 0 || document.querySelector(':popover-open:not([aria-hidden=true])') !== null
