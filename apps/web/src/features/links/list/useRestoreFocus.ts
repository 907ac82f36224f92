import type { Link } from '@nestmark/contract/shapes'
import { type FocusEvent, useEffect, useRef } from 'react'
import { hasNoFocus } from '../../../lib/focus/hasNoFocus.ts'
import { focusPage, overlays } from '../../../lib/overlays/overlay.ts'
import { useStoreSelector } from '../../../lib/store.ts'
import { focusWhenRendered } from '../../../lib/focus/focusWhenRendered.ts'

/** A link that was opened from the list may be shown in a dialog over it, which keeps the focus. */
const isUnderDialog = (list: HTMLElement): boolean => {
  const dialog = document.querySelector('[role=dialog][aria-modal=true]')
  return dialog !== null && !dialog.contains(list)
}

/**
 * Restores the focus in a list when the focused link disappears: to the link that replaces it, else to the last
 * one, else to the page. Another number of columns renders a card again, and the focus is restored to it. The page does
 * not scroll back to a card that was scrolled away.
 * @param reveal scrolls a link into view
 * @param columns how many cards are side by side
 * @returns the focus handlers of the list
 */
export function useRestoreFocus(
  total: number | undefined,
  at: (index: number) => Link | undefined,
  reveal: (index: number) => void,
  columns: number,
) {
  const shownColumns = useRef(columns)
  const focused = useRef<{ id: string | undefined; index: number; list: HTMLElement; page: string }>(
    undefined,
  )
  // A dialog that was opened from the link has the focus until it closes.
  const isCovered = useStoreSelector(overlays, open => open.length > 0)
  useEffect(() => {
    const previous = focused.current
    if (!previous || isCovered || total === undefined) return
    const current = at(previous.index)
    const isSame = current?._id === previous.id
    // The item at this position is still loading.
    if (!isSame && !current && previous.index < total) return
    // A closed dialog restores the focus in a frame too, before this one.
    const frame = requestAnimationFrame(() => {
      if (isSame) {
        const hasMoved = shownColumns.current !== columns
        shownColumns.current = columns
        if (!hasNoFocus() || isUnderDialog(previous.list)) return
        if (hasMoved) reveal(previous.index)
        else if (!previous.list.querySelector(`[data-place="${previous.index}"]`)) return
        return focusWhenRendered(previous.list, previous.index)
      }
      focused.current = undefined
      if (!hasNoFocus()) return
      if (total > 0) focusWhenRendered(previous.list, Math.min(previous.index, total - 1))
      else focusPage()
    })
    return () => cancelAnimationFrame(frame)
  })
  // A page without links may render another component instead of an empty list.
  useEffect(
    () => () => {
      const previous = focused.current
      if (previous)
        requestAnimationFrame(() => previous.page === location.href && hasNoFocus() && focusPage())
    },
    [],
  )
  return {
    onFocus(event: FocusEvent<HTMLElement>): void {
      const item = event.target.closest<HTMLElement>('[data-place]')
      // A popup of the link, such as its menu, is elsewhere in the page but does not change the remembered link.
      if (!item) return
      const index = Number(item.dataset.place)
      shownColumns.current = columns
      focused.current = { id: at(index)?._id, index, list: event.currentTarget, page: location.href }
    },
    onBlur(event: FocusEvent): void {
      // A click outside of all elements ends it, and so does the panel next to the list.
      const isInPeek = event.relatedTarget instanceof Element && event.relatedTarget.closest('[data-peek]')
      if (isInPeek) focused.current = undefined
      if (event.relatedTarget === null && document.hasFocus() && overlays.get().length === 0)
        focused.current = undefined
    },
  }
}
