import { useLocation, useNavigate } from 'react-router'

/** The page from which the user came to the search, in the state of the history entries of the search page. */
interface SearchOrigin {
  /** How many history entries it is back. */
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
    if (!isSearchPage)
      return { searchOrigin: { steps: 1, title: document.title.replace(/ — Nestmark$/, '') } }
    return origin ? { searchOrigin: { ...origin, steps: origin.steps + (replaces ? 0 : 1) } } : {}
  }
}

/** Returns a function that goes back to the page before the search, with its scroll position; null without one. */
export function useLeaveSearch(): (() => void) | null {
  const navigate = useNavigate()
  const origin = useSearchOrigin()
  return origin ? () => void navigate(-origin.steps) : null
}

/** Returns whether a path is the search page. */
export function isSearchPath(pathname: string): boolean {
  return /^\/search\/?$/.test(pathname)
}
