import { createContext, createElement, type ReactNode, use, useMemo } from 'react'
import { createStore, useStore } from '../store.ts'

/** An address of the app. The state is what the page that navigated there has left for it; it is not in the address. */
export interface Location {
  pathname: string
  search: string
  hash: string
  state: unknown
  /** Of the history entry. */
  key: string
}

type NavigationType = 'POP' | 'PUSH' | 'REPLACE'

interface Navigation {
  location: Location
  type: NavigationType
}

/** The state of a history entry: that of its page, and the index among the entries of this tab. */
interface EntryState {
  usr?: unknown
  key?: string
  idx?: number
}

const readEntry = () => (history.state ?? {}) as EntryState
const current = createStore<Navigation>({
  location: { pathname: '/', search: '', hash: '', state: null, key: 'default' },
  type: 'POP',
})
/** The navigation that is shown, or whose code is being loaded. */
let latest = current.get()
let loadPage: (location: Location) => Promise<void> | undefined

/**
 * Reads the address, and watches the history.
 * @param load loads the code of a page; undefined where it is loaded. The previous page stays until then.
 * @returns when the code of the first page is loaded
 */
export function startRouter(load: typeof loadPage): ReturnType<typeof loadPage> {
  loadPage = load
  if (readEntry().idx === undefined) history.replaceState({ ...readEntry(), idx: 0 }, '')
  current.set(readNavigation())
  window.addEventListener('popstate', () => show(readNavigation()))
  return load(current.get().location)
}

function readNavigation(): Navigation {
  const { usr = null, key = 'default' } = readEntry()
  const { pathname, search, hash } = window.location
  return { location: { pathname, search, hash, state: usr, key }, type: 'POP' }
}

function show(next: Navigation): void {
  latest = next
  const loading = loadPage(next.location)
  if (!loading) return current.set(next)
  // A page whose code is missing is shown too: it says so.
  const finish = () => {
    if (latest === next) current.set(next)
  }
  loading.then(finish, finish)
}

/** Splits an address. Without a path, as `?tab=a`, it is one of the current page. */
export function parseAddress(address: string): Pick<Location, 'pathname' | 'search' | 'hash'> {
  const [, pathname, search, hash] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(address) ?? []
  const clean = (part = '') => (part.length > 1 ? part : '')
  return { pathname: pathname || current.get().location.pathname, search: clean(search), hash: clean(hash) }
}

const formatAddress = ({ pathname, search, hash }: ReturnType<typeof parseAddress>) =>
  pathname + search + hash

export interface NavigateOptions {
  replace?: boolean
  state?: unknown
}

/** Opens an address of the app, or moves by a number of history entries. */
export function navigate(to: string | number, { replace = false, state = null }: NavigateOptions = {}): void {
  if (typeof to === 'number') return history.go(to)
  const key = Math.random().toString(36).slice(2, 10)
  const location: Location = { ...parseAddress(to), state, key }
  const { idx = 0 } = readEntry()
  const entry: EntryState = { usr: state, key, idx: replace ? idx : idx + 1 }
  history[replace ? 'replaceState' : 'pushState'](entry, '', formatAddress(location))
  show({ location, type: replace ? 'REPLACE' : 'PUSH' })
}

export const useNavigate = () => navigate

export const NavigationContext = createContext(current.get())

/** Provides the address to what is inside. */
export const Router = ({ children }: { children: ReactNode }) =>
  createElement(NavigationContext, { value: useStore(current) }, children)

/** Returns the address of the page that the component is part of. */
export const useLocation = (): Location => use(NavigationContext).location
export const useNavigationType = (): NavigationType => use(NavigationContext).type

/** Returns the query of the address, and a function that replaces it. */
export function useSearchParams(): [
  URLSearchParams,
  (next: URLSearchParams | Record<string, string>, options?: NavigateOptions) => void,
] {
  const { search } = useLocation()
  const parameters = useMemo(() => new URLSearchParams(search), [search])
  return [parameters, setSearch]
}
const setSearch = (next: URLSearchParams | Record<string, string>, options?: NavigateOptions) =>
  navigate(`?${new URLSearchParams(next)}`, options)

/** Returns whether the page at an address is the current one. */
export const isCurrentAddress = (address: string): boolean =>
  formatAddress(parseAddress(address)) === formatAddress(current.get().location)
