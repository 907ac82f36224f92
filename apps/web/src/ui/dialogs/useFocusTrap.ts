import { type RefObject, useEffect, useLayoutEffect } from 'react'
import { tabbable } from 'tabbable'

const markedField = '[data-autofocus]'
const textFields =
  'textarea, [role=combobox], input:not([type=checkbox], [type=radio], [type=file], [type=range])'

/** Returns the marked element of a dialog, or its first text field. None while the marked one is disabled. */
function findWantedFocus(dialog: HTMLElement): HTMLElement | undefined {
  const marked = dialog.querySelector<HTMLElement>(markedField)
  if (marked) return marked.matches(':disabled') ? undefined : marked
  // On a touch screen, a field with the focus opens the keyboard over half of the dialog.
  if (matchMedia('(pointer: coarse)').matches) return undefined
  return tabbable(dialog).find(each => each.matches(textFields)) as HTMLElement | undefined
}

/** Returns whether a text field of a dialog has the focus. */
function isInTextField(dialog: HTMLElement): boolean {
  const focused = document.activeElement
  return focused !== null && dialog.contains(focused) && focused.matches(textFields)
}

/**
 * Focuses the first control of a dialog, and the requested one when its content arrives, unless the user has interacted
 * since. An icon is no place to begin, such as 'Close': then the dialog itself has the focus, and its name is read.
 * @returns a function that ends the wait
 */
function focusWhenLoaded(dialog: HTMLElement): () => void {
  const [control] = tabbable(dialog) as HTMLElement[]
  const first = control && !control.matches('[data-tip]') ? control : dialog
  first.focus({ preventScroll: true })
  const observer = new MutationObserver(() => {
    const wanted = findWantedFocus(dialog)
    if (!wanted) return
    end()
    if (document.activeElement === first || document.activeElement === document.body)
      wanted.focus({ preventScroll: true })
  })
  const end = () => {
    observer.disconnect()
    for (const type of ['keydown', 'pointerdown']) removeEventListener(type, end, true)
  }
  observer.observe(dialog, { childList: true, subtree: true, attributeFilter: ['disabled'] })
  for (const type of ['keydown', 'pointerdown']) addEventListener(type, end, true)
  return end
}

/**
 * Focuses the element of a dialog that is marked by `data-autofocus`, or its first text field, and keeps Tab inside. The
 * pointer can still focus other elements, such as the button of a toast.
 */
export function useFocusTrap(panel: RefObject<HTMLElement | null>): void {
  // Before the first frame, so that no key waits for it, but after all layout effects: `navigate` works only then.
  useLayoutEffect(() => {
    queueMicrotask(() =>
      panel.current?.querySelector<HTMLElement>(markedField)?.focus({ preventScroll: true }),
    )
  }, [panel])
  useEffect(() => {
    const element = panel.current
    if (!element) return
    let stopWaiting: (() => void) | undefined
    // After the effects of its content, which may focus a field themselves.
    const timer = setTimeout(() => {
      // The user may already type in another field, and the rest of the text belongs there.
      if (isInTextField(element)) return
      const wanted = findWantedFocus(element)
      if (wanted) wanted.focus({ preventScroll: true })
      else stopWaiting = focusWhenLoaded(element)
    })
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Tab' || event.defaultPrevented) return
      const fields = tabbable(element)
      const leaving = event.shiftKey ? fields[0] : fields.at(-1)
      const next = event.shiftKey ? fields.at(-1) : fields[0]
      const active = document.activeElement
      if (active !== element && active !== leaving && leaving) return
      event.preventDefault()
      next?.focus()
    }
    // A button that was removed or disabled has left the focus to the page.
    const onPageKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Tab' || event.defaultPrevented || document.activeElement !== document.body) return
      if (element !== [...document.querySelectorAll('[role=dialog][aria-modal=true]')].at(-1)) return
      event.preventDefault()
      tabbable(element)
        .at(event.shiftKey ? -1 : 0)
        ?.focus()
    }
    element.addEventListener('keydown', onKeyDown)
    addEventListener('keydown', onPageKeyDown)
    return () => {
      clearTimeout(timer)
      stopWaiting?.()
      element.removeEventListener('keydown', onKeyDown)
      removeEventListener('keydown', onPageKeyDown)
    }
  }, [panel])
}
