import { type RefObject, useEffect } from 'react'
import { tabbable } from 'tabbable'

/**
 * Focuses the first field of a dialog, marked by `data-autofocus`, and keeps Tab inside. The pointer can still focus
 * other elements, such as the button of a toast.
 */
export function useFocusTrap(panel: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = panel.current
    if (!element) return
    // After the effects of its content, which may focus a field themselves.
    const timer = setTimeout(() => {
      const first = element.querySelector<HTMLElement>('[data-autofocus]') ?? tabbable(element)[0] ?? element
      first.focus({ preventScroll: true })
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
