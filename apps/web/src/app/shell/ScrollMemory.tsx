import { useEffect, useLayoutEffect } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { sessionStored } from '../../lib/storage.ts'
import { token } from '../../lib/token.ts'

/** Where each page of this tab's history was, by its entry and address: a page that is loaded anew finds its place too. */
const places = new Map(sessionStored.read<[string, number][]>('scroll') ?? [])
const entriesKept = 50
const patienceMs = 3000
const steadyFrames = 30

/** True until the first step of a page that was come to by an address, not by going back or loading it again. */
function isNew(): boolean {
  const [loaded] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return !moved && loaded?.type === 'navigate'
}
let moved = false

/** New pages begin at their top; going back finds the place again, once the page is tall enough for it. */
export function ScrollMemory() {
  const { key: entry, pathname, search, state } = useLocation()
  const key = `${entry} ${pathname}${search}`
  const type = useNavigationType()
  const { over, stay } = (state ?? {}) as { over?: unknown; stay?: boolean }
  const isOver = over !== undefined
  // Another order or filter of the same list: the page stays where it is.
  const stays = stay === true && type !== 'POP'

  useEffect(() => {
    history.scrollRestoration = 'manual'
    let left = false
    const remember = () => {
      if (!left) sessionStored.write('scroll', [...places].slice(-entriesKept))
    }
    // Where a person was goes with the person.
    const forget = () => {
      left = token.get() === null
      places.clear()
    }
    window.addEventListener('pagehide', remember)
    const unsubscribe = token.subscribe(forget)
    return () => {
      window.removeEventListener('pagehide', remember)
      unsubscribe()
    }
  }, [])
  // Before the new page is drawn: the jump to its top must not be taken for a scroll of the old one.
  useLayoutEffect(() => {
    const keep = () => {
      // The latest last: those are kept.
      places.delete(key)
      places.set(key, window.scrollY)
    }
    window.addEventListener('scroll', keep, { passive: true })
    return () => window.removeEventListener('scroll', keep)
  }, [key])
  useLayoutEffect(() => {
    const fresh = isNew()
    moved = true
    // A link's page over its list leaves the list where it is.
    if (isOver || stays) return
    const wanted = type === 'POP' && !fresh ? (places.get(key) ?? 0) : 0
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
