import { useCallback, useLayoutEffect, useRef } from 'react'

/**
 * The same function in every drawing, which always does what the newest drawing wants. For handlers given to
 * memoised items of long lists.
 */
export function useStableCallback<Args extends unknown[], Result>(
  handler: (...args: Args) => Result,
): (...args: Args) => Result {
  const newest = useRef(handler)
  useLayoutEffect(() => {
    newest.current = handler
  })
  return useCallback((...args: Args) => newest.current(...args), [])
}
