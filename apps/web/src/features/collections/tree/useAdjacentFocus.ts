import { type FocusEvent, useEffect, useRef } from 'react'
import { hasNoFocus } from '../../../lib/focus/hasNoFocus.ts'
import { focusPage, overlays } from '../../../lib/overlays/overlay.ts'
import { useStoreSelector } from '../../../lib/store.ts'

const mains = '[data-main]'

/**
 * Focuses an adjacent card when the focused collection card disappears: the next card, else the previous one, else
 * the page.
 * @returns the focus handlers of the element around the cards
 */
export function useAdjacentFocus() {
  const focused = useRef<{ list: HTMLElement; address: string; order: string[] }>(undefined)
  // A dialog that was opened from the card has the focus until it closes.
  const isCovered = useStoreSelector(overlays, open => open.length > 0)
  useEffect(() => {
    const last = focused.current
    if (!last || isCovered) return
    const cards = new Map(listCards(last.list))
    if (cards.has(last.address)) {
      last.order = [...cards.keys()]
      return
    }
    const frame = requestAnimationFrame(() => {
      focused.current = undefined
      if (!last.list.isConnected || !hasNoFocus()) return
      const at = last.order.indexOf(last.address)
      const candidates = [...last.order.slice(at + 1), ...last.order.slice(0, at).toReversed()]
      const nearest = candidates.find(address => cards.has(address))
      if (nearest === undefined) focusPage()
      else cards.get(nearest)?.focus()
    })
    return () => cancelAnimationFrame(frame)
  })
  return {
    onFocus({ target, currentTarget: list }: FocusEvent<HTMLElement>): void {
      const address = target.closest('article')?.querySelector(mains)?.getAttribute('href')
      if (address) focused.current = { list, address, order: listCards(list).map(([each]) => each) }
    },
    onBlur({ relatedTarget }: FocusEvent): void {
      // A click outside of all elements ends it.
      if (relatedTarget === null && document.hasFocus() && overlays.get().length === 0)
        focused.current = undefined
    },
  }
}

/** Returns the rendered cards with their addresses, in their order. */
function listCards(list: HTMLElement): [string, HTMLElement][] {
  return [...list.querySelectorAll<HTMLElement>(mains)].map(each => [each.getAttribute('href') ?? '', each])
}
