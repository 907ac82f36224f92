import type { RefObject } from 'react'
import { useDocumentEvent } from '../../lib/focus/useDocumentEvent.ts'
import { isTyping } from '../../lib/focus/hotkeys.ts'
import { overlays } from '../../lib/overlays/overlay.ts'

const findRows = (tray: HTMLElement) => [...tray.querySelectorAll<HTMLElement>('[data-upload]')]

/** Handles the keys of the tray: U moves the focus to it, and the arrow keys move between its rows. */
export function useTrayKeys(tray: RefObject<HTMLElement | null>, onOpen: () => void): void {
  useDocumentEvent('keydown', event => {
    const element = tray.current
    if (!element || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key.toLowerCase() === 'u' && !isTyping(event.target) && overlays.get().length === 0) {
      onOpen()
      event.preventDefault()
      // The rows of a folded tray are rendered first.
      requestAnimationFrame(() => findRows(element)[0]?.focus())
    }
    if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && element.contains(event.target as Node)) {
      const rows = findRows(element)
      const at = rows.findIndex(row => row.contains(event.target as Node))
      const next = rows[at + (event.key === 'ArrowDown' ? 1 : -1)]
      if (!next) return
      event.preventDefault()
      next.focus()
    }
  })
}
