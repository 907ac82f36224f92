import { useEffect, useState } from 'react'

/**
 * Hands on a function that shows what is wrong with the open form: the first field that is refused, or what is marked
 * with `data-problem`, comes into sight and takes the focus. To be called together with the state that draws it.
 */
export function useShownProblem(): () => void {
  const [times, setTimes] = useState(0)
  useEffect(() => {
    if (times === 0) return
    const all = document.querySelectorAll<HTMLElement>('form [aria-invalid=true], [data-problem]')
    const problem = [...all].find(each => each.checkVisibility())
    problem?.focus({ preventScroll: true })
    problem?.scrollIntoView({ block: 'center' })
  }, [times])
  return () => setTimes(now => now + 1)
}
