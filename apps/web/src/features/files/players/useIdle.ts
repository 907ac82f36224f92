import { useCallback, useEffect, useRef, useState } from 'react'

/** How long the controls stay after the last movement, in milliseconds. */
const hideAfterMs = 2500

/**
 * Returns whether nothing has moved for a while, so that the controls of a playing video can hide.
 * @param isActive false while it is paused
 */
export function useIdle(isActive: boolean): { isIdle: boolean; wake: () => void } {
  const [hasRested, setHasRested] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const wake = useCallback(() => {
    setHasRested(false)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setHasRested(true), hideAfterMs)
  }, [])
  useEffect(() => {
    if (isActive) timer.current = setTimeout(() => setHasRested(true), hideAfterMs)
    return () => clearTimeout(timer.current)
  }, [isActive])
  return { isIdle: isActive && hasRested, wake }
}
