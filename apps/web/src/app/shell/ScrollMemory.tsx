import { useEffect, useLayoutEffect } from 'react'
import { useLocation, useNavigationType } from 'react-router'

const places = new Map<string, number>()

/** New pages begin at their top; going back finds the place again, once the page is tall enough for it. */
export function ScrollMemory() {
  const { key, state } = useLocation()
  const type = useNavigationType()
  const isOver = (state as { over?: unknown } | null)?.over !== undefined

  useEffect(() => {
    history.scrollRestoration = 'manual'
  }, [])
  useEffect(() => {
    const keep = () => places.set(key, window.scrollY)
    window.addEventListener('scroll', keep, { passive: true })
    return () => window.removeEventListener('scroll', keep)
  }, [key])
  useLayoutEffect(() => {
    // A link's page over its list leaves the list where it is.
    if (isOver) return
    const wanted = type === 'POP' ? (places.get(key) ?? 0) : 0
    let tries = 30
    const settle = () => {
      window.scrollTo(0, wanted)
      if (Math.abs(window.scrollY - wanted) > 1 && tries-- > 0) requestAnimationFrame(settle)
    }
    settle()
    return () => {
      tries = 0
    }
  }, [key, type, isOver])
  return null
}
