import { singleLinkTexts as texts } from '@nestmark/texts/links/singleLink'
import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from '../../lib/router/location.ts'
import { useParams } from '../../lib/router/routes.tsx'
import { formatTitle } from '../../features/links/linkDisplay.ts'
import { openList } from '../../features/links/list/openList.ts'
import { SingleLink } from '../../features/links/detail/SingleLink.tsx'
import { useLink } from '../../features/links/detail/singleLinkData.ts'
import {
  getFailureTitle,
  SingleLinkFailure,
  SingleLinkSkeleton,
} from '../../features/links/detail/SingleLinkStates.tsx'
import { cleanId } from '../../lib/addresses.ts'
import { isTyping, useHotkeys } from '../../lib/focus/hotkeys.ts'
import { isCovered } from '../../lib/overlays/overlay.ts'
import { useStore } from '../../lib/store.ts'
import { IconButton } from '../../ui/fields/Button.tsx'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { IconArrowsDiagonal, IconChevronLeft, IconChevronRight, IconX } from '../../ui/icons.ts'
import css from './LinkOverlay.module.css'
import { LinkSlots } from './LinkSlots.tsx'
import { useRecordLinkVisit } from './useRecordVisit.ts'

/**
 * Shows a link over the list from which it was opened. Closing it navigates back: address, scroll position
 * and focus are restored.
 */
export default function LinkOverlay() {
  const id = cleanId(useParams().id)
  const navigate = useNavigate()
  const { state, pathname, search } = useLocation()
  const { link, error, retry } = useLink(id)
  useRecordLinkVisit(id, link, error)
  const title = link ? formatTitle(link) : error ? getFailureTitle(error) : texts.looking

  const close = () => {
    const { over } = state as { over: { pathname: string; search: string } }
    // Without a history entry of the page (a restored tab), it navigates to the list.
    if ((history.state as { idx?: number } | null)?.idx) void navigate(-1)
    else void navigate(over.pathname + over.search, { replace: true })
  }
  useHotkeys({
    escape: event => {
      if (isCovered()) return
      event.preventDefault()
      close()
    },
  })
  useEffect(() => {
    const previous = document.title
    document.title = `${title} — Nestmark`
    return () => {
      document.title = previous
    }
  }, [title])
  useFocusCardAfterClose(id)

  const buttons = (
    <span className="flex g4">
      <AdjacentButtons id={id} />
      <IconButton
        small
        iconClass=""
        icon={IconArrowsDiagonal}
        label={texts.openPage}
        onClick={() => void navigate(pathname + search, { replace: true, state: null })}
      />
      <IconButton small iconClass="s18" icon={IconX} label={texts.close} onClick={close} />
    </span>
  )
  return (
    <Dialog title={title} size={1060} bare onClose={close}>
      <div className={css.content}>
        <div className={`flex toend ${css.corner}`}>{buttons}</div>
        {link ? (
          <LinkSlots>
            <SingleLink link={link} narrow onTrashed={close} />
          </LinkSlots>
        ) : error ? (
          <SingleLinkFailure id={id} error={error} onRetry={retry} />
        ) : (
          <SingleLinkSkeleton />
        )}
      </div>
    </Dialog>
  )
}

/** The buttons and keys to the previous and the next link of the list below. */
function AdjacentButtons({ id }: { id: string }) {
  const list = useStore(openList)
  const navigate = useNavigate()
  const state = useLocation().state as { index?: number } | null
  const index = list && state?.index !== undefined ? list.find(id, state.index) : -1
  const isLast = list !== null && index >= list.total() - 1
  const goTo = async (next: number) => {
    if (!list || index < 0 || next < 0 || next >= list.total()) return
    const link = await list.read(next)
    if (link) void navigate(`/l/${link._id}`, { replace: true, state: { ...state, index: next } })
  }
  const onKey = (next: number) => (event: KeyboardEvent) => {
    const { target } = event
    // The slider of a player and other fields keep their arrow keys.
    const isField =
      isTyping(target) || (target instanceof Element && target.matches('[type=range], video, audio'))
    if (isField || isCovered()) return
    event.preventDefault()
    void goTo(next)
  }
  useHotkeys({ arrowleft: onKey(index - 1), arrowright: onKey(index + 1) })
  // A list of one link has no previous and next link.
  if (index < 0 || (list?.total() ?? 0) < 2) return null
  // A disabled button would lose the focus, and with it the keys.
  return (
    <>
      <IconButton
        small
        iconClass=""
        icon={IconChevronLeft}
        label={texts.previous}
        aria-disabled={index === 0}
        onClick={() => void goTo(index - 1)}
      />
      <IconButton
        small
        iconClass=""
        icon={IconChevronRight}
        label={texts.next}
        aria-disabled={isLast}
        onClick={() => void goTo(index + 1)}
      />
    </>
  )
}

/** Focuses the card of the link after the overlay is closed: after navigation to other links, that of the last one. */
function useFocusCardAfterClose(id: string): void {
  const latestId = useRef(id)
  useEffect(() => {
    latestId.current = id
  }, [id])
  useEffect(() => {
    const previous = document.activeElement
    return () => {
      // oxlint-disable-next-line react-hooks/exhaustive-deps -- the id at the time of closing
      const closedId = latestId.current
      requestAnimationFrame(() => {
        const card = document.querySelector<HTMLElement>(`[data-main][href="/l/${CSS.escape(closedId)}"]`)
        const target = card ?? (previous instanceof HTMLElement && previous.isConnected ? previous : null)
        target?.focus({ preventScroll: true })
      })
    }
  }, [])
}
