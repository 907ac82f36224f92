import { useEffect, useState } from 'react'

/**
 * Returns a function that scrolls to the first invalid field or `data-problem` element of the open form and
 * focuses it. Call it together with the state update that renders the error.
 */
export function useFocusProblem(): () => void {
  const [count, setCount] = useState(0)
  useEffect(() => {
    if (count === 0) return
    const all = document.querySelectorAll<HTMLElement>('form [aria-invalid=true], [data-problem]')
    const problem = [...all].find(each => each.checkVisibility())
    problem?.focus({ preventScroll: true })
    problem?.scrollIntoView({ block: 'center' })
  }, [count])
  return () => setCount(now => now + 1)
}
