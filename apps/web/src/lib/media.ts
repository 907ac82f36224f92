import { useSyncExternalStore } from 'react'

/** Subscribes to a media query. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    onChange => {
      const list = matchMedia(query)
      list.addEventListener('change', onChange)
      return () => list.removeEventListener('change', onChange)
    },
    () => matchMedia(query).matches,
  )
}

/** Below 820 px: dock instead of sidebar, sheets instead of modals. */
export const usePhone = (): boolean => useMedia('(max-width: 819.98px)')
/** From 820 to 1199 px: the sidebar is a rail. */
export const useTablet = (): boolean => useMedia('(min-width: 820px) and (max-width: 1199.98px)')
/** Returns whether the primary pointer is coarse: targets are 44 px. */
export const useCoarsePointer = (): boolean => useMedia('(pointer: coarse)')
