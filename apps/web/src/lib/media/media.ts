import { useSyncExternalStore } from 'react'

interface Query {
  subscribe: (onChange: () => void) => () => void
  matches: () => boolean
}

/** Hundreds of components ask a few queries with each rendering: each query is parsed once, and subscribed to once for each. */
const queries = new Map<string, Query>()

function openQuery(query: string): Query {
  const list = matchMedia(query)
  const opened: Query = {
    subscribe(onChange) {
      list.addEventListener('change', onChange)
      return () => list.removeEventListener('change', onChange)
    },
    matches: () => list.matches,
  }
  queries.set(query, opened)
  return opened
}

/** Subscribes to a media query. */
export function useMedia(query: string): boolean {
  const { subscribe, matches } = queries.get(query) ?? openQuery(query)
  return useSyncExternalStore(subscribe, matches)
}

/** Below 820 px: dock instead of sidebar, sheets instead of modals. */
export const usePhone = (): boolean => useMedia('(max-width: 819.98px)')
/** From 820 to 1199 px: the sidebar is a rail. */
export const useTablet = (): boolean => useMedia('(min-width: 820px) and (max-width: 1199.98px)')
/** Returns whether the primary pointer is coarse: targets are 44 px. */
export const useCoarsePointer = (): boolean => useMedia('(pointer: coarse)')
/** Returns whether the pointer cannot hover: what appears on hover is always shown. */
export const useHoverless = (): boolean => useMedia('(hover: none)')
