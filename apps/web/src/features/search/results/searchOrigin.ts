import { useLocation, useNavigate } from '../../../lib/router/location.ts'
import { focusPage } from '../../../lib/overlays/overlay.ts'
import { hasNoFocus } from '../../../lib/focus/hasNoFocus.ts'

/** The page from which the user came to the search, in the state of the history entries of the search page. */
interface SearchOrigin {
  /** Its distance in history entries. */
  steps: number
  title: string
}

/** Returns the page before the search, or undefined when the search page was opened directly. */
export function useSearchOrigin(): SearchOrigin | undefined {
  const { state } = useLocation() as { state: { searchOrigin?: SearchOrigin } | null }
  return state?.searchOrigin
}

/**
 * Returns the history state of a navigation to the search page.
 * @param replaces whether the navigation replaces the current history entry
 */
export function useSearchState(): (replaces: boolean) => { searchOrigin?: SearchOrigin } {
  const { pathname } = useLocation()
  const origin = useSearchOrigin()
  const isSearchPage = isSearchPath(pathname)
  return replaces => {
    const known = isSearchPage ? origin : readPendingOrigin()
    if (!isSearchPage && !known)
      return { searchOrigin: { steps: 1, title: document.title.replace(/ — Nestmark$/, '') } }
    return known ? { searchOrigin: { ...known, steps: known.steps + (replaces ? 0 : 1) } } : {}
  }
}

/** Returns whether the address is the search. The router renders a navigation later than it changes the address. */
export const isSearchAddress = (): boolean => isSearchPath(location.pathname)

/** Returns the origin of a search that is not rendered yet, from the state that the router stores in the history. */
function readPendingOrigin(): SearchOrigin | undefined {
  const state = history.state as { usr?: { searchOrigin?: SearchOrigin } | null } | null
  return isSearchAddress() ? state?.usr?.searchOrigin : undefined
}

/** The link or collection that had the focus before the search field. */
let focusedBefore: { page: string; address: string } | null = null
const restoreTimeoutMs = 3000

/**
 * Stores the focused item when the search field receives the focus. A focus from elsewhere on the page does not
 * change it.
 */
export function rememberFocus(previous: EventTarget | null): void {
  if (isSearchAddress()) return
  const isItem = previous instanceof Element && previous.matches('[data-main]')
  const address = isItem ? previous.getAttribute('href') : null
  focusedBefore = address === null ? null : { page: location.pathname, address }
}

/** Focuses the link or collection that had the focus before the search, as soon as its page has rendered it. */
export function restoreFocus(): void {
  focusPage()
  const wanted = focusedBefore
  if (!wanted) return
  const deadline = performance.now() + restoreTimeoutMs
  const search = () => {
    // The user has moved the focus since, or the page is still the search.
    const isOver = performance.now() > deadline || !hasNoFocus()
    if (isOver) return
    const item =
      location.pathname === wanted.page
        ? document.querySelector<HTMLElement>(`[data-main][href="${CSS.escape(wanted.address)}"]`)
        : null
    if (item) item.focus({ preventScroll: true })
    else requestAnimationFrame(search)
  }
  requestAnimationFrame(search)
}

/**
 * Returns a function that goes back to the page before the search, with its scroll position and focus; null without
 * one.
 */
export function useLeaveSearch(): (() => void) | null {
  const navigate = useNavigate()
  const origin = useSearchOrigin()
  if (!origin) return null
  return () => {
    void navigate(-origin.steps)
    restoreFocus()
  }
}

/** Returns whether a path is the search page. */
export function isSearchPath(pathname: string): boolean {
  return /^\/search\/?$/.test(pathname)
}
