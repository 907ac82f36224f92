import type { HeaderProps } from './ReaderHeader.tsx'
import { useRef } from 'react'
import { useNavigate } from '../../../lib/router/location.ts'
import { safeHref } from '../../../lib/addresses.ts'
import { useHotkeys } from '../../../lib/focus/hotkeys.ts'
import { isCovered, openOverlay } from '../../../lib/overlays/overlay.ts'
import { undoByKey } from '../../../lib/undo/undoByKey.ts'
import { useFavouriteLink } from '../../links/data.ts'
import type { AdjacentLink } from '../useAdjacentLinks.ts'
import type { ReaderText } from './useReaderText.ts'

/** Elements that Space activates. */
const activated = 'a, button, summary, input, select, textarea, [role=button], [role=slider], [role=radio]'

/** Handles the keys of the reader. */
export function useReaderKeys({
  link,
  text,
  find,
  aloud,
  adjacent,
  scroller,
  onClose,
}: Pick<HeaderProps, 'link' | 'text' | 'find' | 'aloud' | 'adjacent' | 'onClose'> & {
  scroller: HTMLElement | null
}): void {
  const navigate = useNavigate()
  const setFavourite = useFavouriteLink()
  const scrollPage = usePageScroll(scroller, text)
  const run = (action: () => void) => (event: KeyboardEvent) => {
    if (isCovered()) return
    event.preventDefault()
    action()
  }
  const resize = (by: number) => () => text.change({ size: text.size + by })
  const go = (adjacent: AdjacentLink | undefined) => {
    if (adjacent) void navigate(adjacent.to, { replace: true, state: adjacent.state })
  }
  useHotkeys({
    escape: run(() => (find.isOpen ? find.close() : onClose())),
    '+': resize(1),
    '=': resize(1),
    '-': resize(-1),
    o: run(() => {
      const href = safeHref(link.link)
      if (href) window.open(href, '_blank', 'noopener,noreferrer')
    }),
    f: run(() => {
      if (link.can.favourite) setFavourite.mutate({ link_id: link._id, is_fav: link.favourite ? 0 : 1 })
    }),
    '/': run(find.open),
    'ctrl+f': run(find.open),
    j: run(() => go(adjacent?.next)),
    k: run(() => go(adjacent?.previous)),
    l: run(() => aloud.isAvailable && aloud.toggle()),
    '?': run(() => openOverlay('shortcuts', {})),
    'ctrl+z': undoByKey,
    ' ': event => {
      if (isCovered() || (event.target instanceof Element && event.target.closest(activated))) return
      event.preventDefault()
      scrollPage(event.shiftKey ? -1 : 1)
    },
  })
}

/** The lines of a page that stay visible after it was scrolled. */
const overlapLines = 2

/** Returns a function that scrolls a page down (1) or up (-1). */
function usePageScroll(scroller: HTMLElement | null, { size, settings }: ReaderText) {
  /** Where the last scroll goes, while it is animated. */
  const target = useRef<number>(undefined)
  return (direction: 1 | -1) => {
    if (!scroller) return
    const page = scroller.clientHeight - overlapLines * size * settings.lineHeight
    const end = scroller.scrollHeight - scroller.clientHeight
    target.current = Math.min(end, Math.max(0, (target.current ?? scroller.scrollTop) + direction * page))
    const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth'
    scroller.addEventListener('scrollend', () => (target.current = undefined), { once: true })
    scroller.scrollTo({ top: target.current, behavior })
    if (behavior === 'auto') target.current = undefined
  }
}
