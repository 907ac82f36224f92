import type { Link } from '@nestmark/contract/shapes'
import type { KeyboardEvent } from 'react'
import { isTyping } from '../../lib/hotkeys.ts'
import { useFavouriteLink } from './data.ts'

/** Returns the key handler that moves between the links of a list and acts on the focused one. */
export function useListKeys({
  columns,
  total,
  at,
  toggle,
  reveal,
}: {
  columns: number
  total: number
  at: (place: number) => Link | undefined
  toggle: (place: number, range: boolean) => void
  reveal: (place: number) => void
}): (event: KeyboardEvent<HTMLElement>) => void {
  const favour = useFavouriteLink()

  return event => {
    const target = event.target as HTMLElement
    const item = target.closest<HTMLElement>('[data-place]')
    if (!item || event.ctrlKey || event.metaKey || event.altKey || isTyping(target)) return
    // Keys on the buttons of a card belong to the buttons.
    const onMain = target.matches('[data-main], [type=checkbox]')
    const place = Number(item.dataset.place)
    const list = event.currentTarget
    const rtl = getComputedStyle(list).direction === 'rtl' ? -1 : 1

    const go = (next: number) => {
      if (next < 0 || next >= total) return
      event.preventDefault()
      reveal(next)
      focusWhenDrawn(list, next)
    }
    const moves: Record<string, number> = {
      ArrowDown: place + columns,
      ArrowUp: place - columns,
      ArrowRight: place + rtl,
      ArrowLeft: place - rtl,
      Home: 0,
      End: total - 1,
    }
    const next = moves[event.key]
    if (next !== undefined) {
      // A list has no columns. Left and Right keep their default action.
      if (columns === 1 && (event.key === 'ArrowLeft' || event.key === 'ArrowRight')) return
      go(next)
      return
    }
    if (!onMain) return
    if (event.key === ' ' && target.matches('[data-main]')) {
      event.preventDefault()
      toggle(place, event.shiftKey)
    }
    if (event.key.toLowerCase() === 'f') {
      const link = at(place)
      if (!link?.can.favourite) return
      event.preventDefault()
      favour.mutate({ link_id: link._id, is_fav: link.favourite ? 0 : 1 })
    }
  }
}

/**
 * Focuses a link. A distant one is rendered only after the scroll, and its page may still be loading, so it tries for
 * some frames.
 */
export function focusWhenDrawn(list: HTMLElement, place: number, tries = 40): void {
  const main = list.querySelector<HTMLElement>(`[data-place="${place}"] [data-main]`)
  if (main) main.focus({ preventScroll: true })
  else if (tries > 0) requestAnimationFrame(() => focusWhenDrawn(list, place, tries - 1))
}
