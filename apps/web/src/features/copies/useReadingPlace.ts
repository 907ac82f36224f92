import type { ReadingPlace } from '@nestmark/contract/reading/readingPlace'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { fetchPlace, savePlace } from './readingPlaces.ts'
import type { LineAnchor } from './reader/useLineAnchor.ts'

/** The pause after the last scroll before the place is stored, in milliseconds. */
const savePause = 2000
/** How long the line 'You were here' shows, in milliseconds. */
const noticeTime = 3000

/** Reads where the user stopped reading; undefined until it is known, null for the beginning. */
export function useStoredPlace(linkId: string): Pick<ReadingPlace, 'version' | 'offset'> | null | undefined {
  return useQuery({
    queryKey: ['reading place', linkId],
    queryFn: ({ signal }) => fetchPlace(linkId, signal),
    // Another device may have stored one since.
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
    meta: { quiet: true },
  }).data
}

/**
 * Stores where the user reads: 2 s after the last scroll, and when the page is hidden or left.
 * @returns a function to call after a scroll that the user did not make, whose place is no news
 */
export function useSavePlace(
  linkId: string,
  version: number | undefined,
  scroller: HTMLElement | null,
  anchor: LineAnchor,
): () => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const saved = useRef(0)
  const save = useEffectEvent((isLeaving: boolean) => {
    clearTimeout(timer.current)
    timer.current = undefined
    const position = anchor.read()
    if (version === undefined || position === saved.current) return
    saved.current = position
    savePlace(linkId, version, position, isLeaving)
  })
  const leave = useEffectEvent(() => {
    if (timer.current !== undefined) save(true)
  })
  useLayoutEffect(() => {
    if (!scroller) return
    const onScroll = () => {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => save(false), savePause)
    }
    const onHide = () => document.visibilityState === 'hidden' && leave()
    const onLeave = () => leave()
    scroller.addEventListener('scroll', onScroll, { passive: true })
    document.addEventListener('visibilitychange', onHide)
    window.addEventListener('pagehide', onLeave)
    return () => {
      leave()
      scroller.removeEventListener('scroll', onScroll)
      document.removeEventListener('visibilitychange', onHide)
      window.removeEventListener('pagehide', onLeave)
      clearTimeout(timer.current)
    }
  }, [scroller])
  return () => {
    saved.current = anchor.read()
  }
}

/** Returns whether the line 'You were here' shows, and a function that shows it for a while. */
export function usePlaceNotice(): [isShown: boolean, show: () => void] {
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    if (!isShown) return
    const timer = setTimeout(() => setShown(false), noticeTime)
    return () => clearTimeout(timer)
  }, [isShown])
  return [isShown, () => setShown(true)]
}
