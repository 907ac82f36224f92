import type { Link } from '@nestmark/contract/shapes'
import { type KeyboardEvent, use } from 'react'
import { isTyping } from '../../../lib/hotkeys.ts'
import { findEntry, useLinkEntries } from '../linkEntries.ts'
import { LinkMenuContext } from '../LinkMenu.tsx'

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
  at: (index: number) => Link | undefined
  toggle: (index: number, range: boolean) => void
  reveal: (index: number) => void
}): (event: KeyboardEvent<HTMLElement>) => void {
  const listEntries = useLinkEntries()
  const customEntries = use(LinkMenuContext)

  return event => {
    const target = event.target as HTMLElement
    const item = target.closest<HTMLElement>('[data-place]')
    if (!item || event.altKey || isTyping(target)) return
    // Keys on the buttons of a card belong to the buttons.
    const isOnMain = target.matches('[data-main], [type=checkbox]')
    const index = Number(item.dataset.place)
    const list = event.currentTarget
    const rtl = getComputedStyle(list).direction === 'rtl' ? -1 : 1

    const hasModifier = event.ctrlKey || event.metaKey
    const moveTo = (next: number) => {
      if (next < 0 || next >= total) return
      event.preventDefault()
      reveal(next)
      focusWhenRendered(list, next)
    }
    const moves: Record<string, number> = {
      ArrowDown: index + columns,
      ArrowUp: index - columns,
      ArrowRight: index + rtl,
      ArrowLeft: index - rtl,
      Home: 0,
      End: total - 1,
    }
    const next = moves[event.key]
    if (next !== undefined && !hasModifier) {
      // A list has no columns. Left and Right keep their default action.
      if (columns === 1 && (event.key === 'ArrowLeft' || event.key === 'ArrowRight')) return
      moveTo(next)
      return
    }
    if (!isOnMain) return
    if (event.key === ' ' && target.matches('[data-main]')) {
      event.preventDefault()
      toggle(index, event.shiftKey)
    }
    const link = at(index)
    // Selected text is copied by the browser.
    if (!link || getSelection()?.isCollapsed === false) return
    const entries = customEntries?.(link) ?? listEntries(link, { onSelect: () => toggle(index, false) })
    const entry = findEntry(entries, `${hasModifier ? 'ctrl+' : ''}${event.key.toLowerCase()}`)
    if (!entry?.run) return
    event.preventDefault()
    entry.run()
  }
}

/**
 * Focuses a link. A distant one is rendered only after the scroll, and its page may still be loading, so it tries for
 * some frames.
 */
export function focusWhenRendered(list: HTMLElement, index: number, tries = 40): void {
  const main = list.querySelector<HTMLElement>(`[data-place="${index}"] [data-main]`)
  if (main) main.focus({ preventScroll: true })
  else if (tries > 0) requestAnimationFrame(() => focusWhenRendered(list, index, tries - 1))
}
