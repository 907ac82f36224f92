import { useEffect, useState } from 'react'

/** Returns a value after it has stayed the same for a time, in milliseconds. */
export function useDelayed<T extends string | number | boolean>(value: T, delay: number): T {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), delay)
    return () => clearTimeout(timer)
  }, [value, delay])
  return debounced
}
