import { useCallback, useLayoutEffect, useRef } from 'react'

/**
 * Returns a function of constant identity that always calls the handler of the latest render. For handlers of
 * memoised items in long lists.
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
