import { type RefObject, useLayoutEffect } from 'react'
import { hasNoFocus } from './hasNoFocus.ts'
import { focusPage } from './overlay.ts'

/**
 * Focuses the page when an element that contains the focus is removed while the address stays the same, for example when a
 * live update replaces the content. Otherwise the keyboard would continue at the start of the window.
 */
export function useFocusPageOnRemoval(ref: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = ref.current
    const address = location.pathname
    return () => {
      if (!element?.contains(document.activeElement)) return
      requestAnimationFrame(() => {
        if (location.pathname === address && hasNoFocus()) focusPage()
      })
    }
  }, [ref])
}
