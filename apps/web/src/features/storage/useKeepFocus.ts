import { type FocusEvent, useCallback, useRef } from 'react'
import { hasNoFocus } from '../../lib/focus/hasNoFocus.ts'
import { overlays } from '../../lib/overlays/overlay.ts'

/** Where the focus was: the index of a list's entry, and the section. */
interface Place {
  list: Element | null
  index: number
  section: Element | null
}

/**
 * Keeps the focus when the focused element disappears or is disabled, as after a removal and its undo: it moves to the
 * entry that follows in the list, else to the heading of the section, else to the first heading.
 * @returns the props of the element around the lists
 */
export function useKeepFocus() {
  const place = useRef<Place>(undefined)
  const checkSoon = useRef<() => void>(undefined)
  const ref = useCallback((root: HTMLDivElement) => {
    let frame = 0
    const check = () => {
      cancelAnimationFrame(frame)
      // A closed dialog restores the focus in the next frame.
      frame = requestAnimationFrame(() => {
        frame = requestAnimationFrame(() => {
          if (place.current && overlays.get().length === 0 && hasNoFocus()) restore(root, place.current)
        })
      })
    }
    checkSoon.current = check
    const observer = new MutationObserver(check)
    observer.observe(root, { subtree: true, childList: true, attributeFilter: ['disabled'] })
    const unsubscribe = overlays.subscribe(check)
    return () => {
      observer.disconnect()
      unsubscribe()
      cancelAnimationFrame(frame)
    }
  }, [])
  return {
    ref,
    onFocus({ target, currentTarget }: FocusEvent<HTMLElement>): void {
      // Menus and the bar of the selection are elsewhere in the page: the last focused entry stays.
      if (!currentTarget.contains(target)) return
      const entry = target.closest('li')
      const list = entry?.parentElement ?? null
      const section = target.closest('section')
      place.current = { list, index: entry && list ? [...list.children].indexOf(entry) : 0, section }
    },
    onBlur({ target, relatedTarget }: FocusEvent): void {
      // A button that is disabled loses the focus a moment later.
      if (target.matches(':disabled')) return checkSoon.current?.()
      // A press beside all elements ends it.
      if (relatedTarget === null && document.hasFocus() && overlays.get().length === 0)
        place.current = undefined
    },
  }
}

function restore(root: HTMLElement, { list, index, section }: Place): void {
  const entries = list?.isConnected ? [...list.children] : []
  const entry = entries[Math.min(index, entries.length - 1)]
  const control = entry?.querySelector<HTMLElement>('input, button:not([disabled]), a')
  const heading = (section?.isConnected ? section : root).querySelector<HTMLElement>('h2, h3')
  if (!control && heading) heading.tabIndex = -1
  ;(control ?? heading)?.focus()
}
