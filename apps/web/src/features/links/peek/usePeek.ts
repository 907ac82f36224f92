import { useCallback } from 'react'
import { useLocation, useNavigate } from '../../../lib/router/location.ts'
import { cleanId, withParameters } from '../../../lib/addresses.ts'

/** The link next to the list. Its ID is in the URL, so that a reload shows it and Back closes it. */
export interface Peek {
  /** '' without a peek. */
  id: string
  /** The index at which the link was opened. */
  index: number
  /** Opens a link, or replaces the open one. */
  show: (id: string, index: number) => void
  close: () => void
}

interface PeekState {
  /** The peek has a separate history entry. */
  peekIndex?: number
}

/** Returns the peek of the current URL and its setters. */
export function usePeek(): Peek {
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
