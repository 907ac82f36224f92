import { singleLinkTexts as texts } from '@nestmark/texts/singleLink'
import { useEffect } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
import { formatTitle } from '../features/links/linkDisplay.ts'
import { SingleLink } from '../features/links/detail/SingleLink.tsx'
import { useLink } from '../features/links/detail/singleLinkData.ts'
import { SingleLinkFailure, SingleLinkSkeleton } from '../features/links/detail/SingleLinkStates.tsx'
import { cleanId } from '../lib/addresses.ts'
import { useHotkeys } from '../lib/hotkeys.ts'
import { overlays } from '../lib/overlay.ts'
import { IconButton } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { IconArrowsDiagonal, IconX } from '../ui/icons.ts'
import css from './LinkOverlay.module.css'
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
  const title = link ? formatTitle(link) : texts.looking

  const close = () => {
    const { over } = state as { over: { pathname: string; search: string } }
    // Without a history entry of the page (a restored tab), it navigates to the list.
    if ((history.state as { idx?: number } | null)?.idx) void navigate(-1)
    else void navigate(over.pathname + over.search, { replace: true })
  }
  useHotkeys({
    escape: event => {
      if (overlays.get().length > 0 || document.querySelector('[role=menu]')) return
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
    <span className={css.buttons}>
      <IconButton
        small
        iconClass=""
        icon={IconArrowsDiagonal}
        label={texts.openPage}
        onClick={() => void navigate(pathname + search, { replace: true, state: null })}
      />
      <IconButton small iconClass="s18" icon={IconX} label={texts.close} data-autofocus onClick={close} />
    </span>
  )
  return (
    <Dialog title={title} size={1060} bare onClose={close}>
      <div className={css.content}>
        {link ? (
          <SingleLink link={link} level={2} narrow onTrashed={close}>
            {buttons}
          </SingleLink>
        ) : (
          <>
            <div className={css.buttonRow}>{buttons}</div>
            {error ? <SingleLinkFailure id={id} error={error} onRetry={retry} /> : <SingleLinkSkeleton />}
          </>
        )}
      </div>
    </Dialog>
  )
}

/** Focuses the card of the link after the overlay is closed. */
function useFocusCardAfterClose(id: string): void {
  useEffect(() => {
    const previous = document.activeElement
    return () => {
      requestAnimationFrame(() => {
        const card = document.querySelector<HTMLElement>(`[data-main][href="/l/${CSS.escape(id)}"]`)
        const target = card ?? (previous instanceof HTMLElement && previous.isConnected ? previous : null)
        target?.focus({ preventScroll: true })
      })
    }
  }, [id])
}
