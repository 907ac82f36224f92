import { useEffect, useLayoutEffect } from 'react'
import { useLocation, useNavigationType } from 'react-router'

const places = new Map<string, number>()
const patienceMs = 3000
const steadyFrames = 30

/** New pages begin at their top; going back finds the place again, once the page is tall enough for it. */
export function ScrollMemory() {
  const { key, state } = useLocation()
  const type = useNavigationType()
  const { over, stay } = (state ?? {}) as { over?: unknown; stay?: boolean }
  const isOver = over !== undefined
  // Another order or filter of the same list: the page stays where it is.
  const stays = stay === true && type !== 'POP'

  useEffect(() => {
    history.scrollRestoration = 'manual'
  }, [])
  // Before the new page is drawn: the jump to its top must not be taken for a scroll of the old one.
  useLayoutEffect(() => {
    const keep = () => places.set(key, window.scrollY)
    window.addEventListener('scroll', keep, { passive: true })
    return () => window.removeEventListener('scroll', keep)
  }, [key])
  useLayoutEffect(() => {
    // A link's page over its list leaves the list where it is.
    if (isOver || stays) return
    const wanted = type === 'POP' ? (places.get(key) ?? 0) : 0
    // What stands there may still be on its way, or fall away once more while it is measured: the place is held for a
    // while. Whoever scrolls meanwhile has found another one.
    const until = performance.now() + patienceMs
    let steady = 0
    let given = false
    const giveUp = () => {
      given = true
    }
    const settle = () => {
      if (given) return
      const there = Math.abs(window.scrollY - wanted) <= 1
      steady = there ? steady + 1 : 0
      if (!there) window.scrollTo(0, wanted)
      if (steady < steadyFrames && performance.now() < until) requestAnimationFrame(settle)
    }
    settle()
    const signs = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const
    for (const sign of signs) window.addEventListener(sign, giveUp, { passive: true })
    return () => {
      giveUp()
      for (const sign of signs) window.removeEventListener(sign, giveUp)
    }
  }, [key, type, isOver, stays])
  return null
}
