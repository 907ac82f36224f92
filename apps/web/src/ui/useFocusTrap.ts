import { type RefObject, useEffect } from 'react'
import { tabbable } from 'tabbable'

const textFields = 'textarea, select, input:not([type=checkbox], [type=radio], [type=file], [type=range])'

/** Returns the element that has the focus when a dialog opens. */
function findFirstFocus(dialog: HTMLElement): HTMLElement {
  const marked = dialog.querySelector<HTMLElement>('[data-autofocus]')
  const fields = tabbable(dialog)
  // On a touch screen, a field with the focus opens the keyboard over half of the dialog.
  const isTouch = matchMedia('(pointer: coarse)').matches
  const textField = isTouch ? undefined : fields.find(each => each.matches(textFields))
  return marked ?? (textField as HTMLElement | undefined) ?? (fields[0] as HTMLElement | undefined) ?? dialog
}

/**
 * Focuses the element of a dialog that is marked by `data-autofocus`, or its first text field, and keeps Tab inside. The
 * pointer can still focus other elements, such as the button of a toast.
 */
export function useFocusTrap(panel: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = panel.current
    if (!element) return
    // After the effects of its content, which may focus a field themselves.
    const timer = setTimeout(() => {
      findFirstFocus(element).focus({ preventScroll: true })
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
    element.addEventListener('keydown', onKeyDown)
    return () => {
      clearTimeout(timer)
      element.removeEventListener('keydown', onKeyDown)
    }
  }, [panel])
}
