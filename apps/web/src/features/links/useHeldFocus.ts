import type { Link } from '@nestmark/contract/shapes'
import { type FocusEvent, useEffect, useRef } from 'react'
import { focusPage, overlays } from '../../lib/overlay.ts'
import { useStoreSelector } from '../../lib/store.ts'
import { focusWhenDrawn } from './useListKeys.ts'

/**
 * Restores the focus in a list when the focused link disappears: to the link that takes its place, else to the last
 * one, else to the page.
 * @returns the focus handlers of the list
 */
export function useHeldFocus(total: number | undefined, at: (place: number) => Link | undefined) {
  const held = useRef<{ id: string | undefined; place: number; list: HTMLElement; page: string }>(undefined)
  // A dialog that was opened from the link has the focus until it closes.
  const covered = useStoreSelector(overlays, open => open.length > 0)
  useEffect(() => {
    const was = held.current
    if (!was || covered || total === undefined) return
    const now = at(was.place)
    // The place is still loading.
    if (now ? now._id === was.id : was.place < total) return
    const frame = requestAnimationFrame(() => {
      held.current = undefined
      if (!isFree()) return
      if (total > 0) focusWhenDrawn(was.list, Math.min(was.place, total - 1))
      else focusPage()
    })
    return () => cancelAnimationFrame(frame)
  })
  // A page without links may render another component instead of an empty list.
  useEffect(
    () => () => {
      const was = held.current
      if (was) requestAnimationFrame(() => was.page === location.href && isFree() && focusPage())
    },
    [],
  )
  return {
    onFocus(event: FocusEvent<HTMLElement>): void {
      const item = event.target.closest<HTMLElement>('[data-place]')
      // A popup of the link, such as its menu, is elsewhere in the page but does not change the remembered link.
      if (!item) return
      const place = Number(item.dataset.place)
      held.current = { id: at(place)?._id, place, list: event.currentTarget, page: location.href }
    },
    onBlur(event: FocusEvent): void {
      // A click outside of everything ends it.
      if (event.relatedTarget === null && document.hasFocus() && overlays.get().length === 0)
        held.current = undefined
    },
  }
}

/** Returns whether nothing on the page has the focus. */
function isFree(): boolean {
  const { activeElement } = document
  return activeElement === null || activeElement === document.body || activeElement.id === 'main'
}
