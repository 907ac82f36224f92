import type { Link } from '@nestmark/contract/shapes'
import { type FocusEvent, type ReactNode, use, useEffect, useRef, useCallback } from 'react'
import type { Pages } from '../../../lib/api/pages.ts'
import { overlays } from '../../../lib/overlays/overlay.ts'
import { useStore } from '../../../lib/store.ts'
import { useStableCallback } from '../../../lib/useStableCallback.ts'
import { LinkItemOverrideContext } from '../list/items/linkItem.ts'
import { openList } from '../list/openList.ts'
import { LinkMenuContext, LinkPeekContext } from '../linkSlots.ts'
import { useLocation, useNavigate } from '../../../lib/router/location.ts'
import { cleanId, withParameters } from '../../../lib/addresses.ts'

/**
 * Shows a link of a list next to it. Lists whose items have other actions have no peek.
 * @param reveal scrolls a link of the list into view
 */
export function useListPeek(
  pages: Pages<Link>,
  reveal: (index: number) => void,
): {
  /** Opens a link, or closes it if it is open; undefined in lists without a peek. */
  onPeek: ((link: Link, index: number) => void) | undefined
  /** Shows the link that receives the focus, while one is shown. */
  onFocus: (event: FocusEvent<HTMLElement>) => void
  panel: ReactNode
  peekedId: string
} {
  const renderPeek = use(LinkPeekContext)
  const isSupported =
    renderPeek !== null && use(LinkMenuContext) === null && use(LinkItemOverrideContext) === null
  const { id, index: openedIndex, show, close } = usePeek()
  const list = useStore(openList)
  const isOpen = isSupported && id !== ''
  const onPeek = useStableCallback((link: Link, index: number) => {
    if (link._id === id) close()
    else show(link._id, index)
  })
  const total = pages.total ?? 0
  const index = isOpen && total > 0 ? (list?.find(id, Math.max(0, openedIndex)) ?? -1) : -1
  // A row retains the focus when its link leaves the list or another one replaces it, without a focus event.
  useEffect(() => {
    const focused = document.activeElement
    if (!isOpen || !focused?.matches('[data-main]') || overlays.get().length > 0) return
    const place = Number(focused.closest<HTMLElement>('[data-place]')?.dataset.place ?? NaN)
    const next = pages.at(place)
    const isShown = focused.getAttribute('href') === `/l/${next?._id}`
    if (next && isShown && next._id !== id) show(next._id, place)
  })
  const shownIndex = useRef(-1)
  useEffect(() => {
    if (index >= 0) shownIndex.current = index
  })
  const revealShown = useStableCallback(() => {
    if (shownIndex.current >= 0) reveal(shownIndex.current)
  })
  const onStep = (next: number) => {
    reveal(next)
    void list?.read(next).then(link => link && show(link._id, next))
  }
  return {
    onPeek: isSupported ? onPeek : undefined,
    onFocus: event => {
      if (!isOpen || !event.target.matches('[data-main]')) return
      const item = event.target.closest<HTMLElement>('[data-place]')
      const focused = item && pages.at(Number(item.dataset.place))
      if (focused && focused._id !== id) show(focused._id, Number(item.dataset.place))
    },
    peekedId: isOpen ? id : '',
    panel: isOpen && renderPeek && renderPeek({ id, index, total, onStep, revealShown, onClose: close }),
  }
}

interface PeekState {
  /** The peek has a separate history entry. */
  peekIndex?: number
}

/**
 * Returns the ID of the link next to the list, '' without one, the index at which it was opened, and their setters. The ID is
 * in the URL, so that a reload shows the link and Back closes it.
 */
function usePeek() {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const id = cleanId(new URLSearchParams(search).get('peek') ?? '')
  const index = (state as PeekState | null)?.peekIndex ?? -1
  const show = useCallback(
    (next: string, nextIndex: number) =>
      void navigate(pathname + withParameters(search, { peek: next }), {
        replace: id !== '',
        state: { stay: true, ...(id !== '' && index < 0 ? {} : { peekIndex: nextIndex }) },
      }),
    [navigate, pathname, search, id, index],
  )
  const close = useCallback(() => {
    // A reloaded page has no earlier entry of this app.
    if (index >= 0) void navigate(-1)
    else
      void navigate(pathname + withParameters(search, { peek: '' }), { replace: true, state: { stay: true } })
  }, [navigate, pathname, search, index])
  return { id, index, show, close }
}
