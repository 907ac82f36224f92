import { useIsFetching } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { preloadForms } from '../OverlayHost.tsx'

/** The idle time of the page before code is preloaded, in milliseconds. The page loads its own content first. */
const idleTime = 4000

/** Preloads the code of the forms and of the palette when the page is loaded: without a connection they could not be loaded. */
export function usePreload(): void {
  const isFetching = useIsFetching() > 0
  const isDone = useRef(false)
  useEffect(() => {
    if (isFetching || isDone.current) return
    const timer = setTimeout(() => {
      isDone.current = true
      preloadForms()
    }, idleTime)
    return () => clearTimeout(timer)
  }, [isFetching])
}
