import { useEffect, useLayoutEffect } from 'react'
import { useLocation, useNavigationType } from '../../../lib/router/location.ts'
import { sessionStored } from '../../../lib/browser/storage.ts'
import { token } from '../../../lib/browser/token.ts'

/**
 * The scroll position of each history entry of this tab, by entry and address. Reloaded pages restore it too.
 */
const positions = new Map(sessionStored.read<[string, number][]>('scroll') ?? [])
const maxEntries = 50
const restoreTimeoutMs = 3000
const steadyFrames = 30

/**
 * Returns true for the first render of a page that was opened by its address, not by history navigation or a
 * reload.
 */
function isFreshLoad(): boolean {
  const [loaded] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return !hasNavigated && loaded?.type === 'navigate'
}
let hasNavigated = false
/** The address of the previous page, also without the link next to its list, which does not change the position. */
let previous = { page: '', search: '' }

/**
 * Scrolls new pages to the top. Restores the position after history navigation, once the page is tall enough.
 */
export function ScrollRestoration() {
  const { key: entry, pathname, search, state } = useLocation()
  const key = `${entry} ${pathname}${search}`
  const type = useNavigationType()
  const { over, stay } = (state ?? {}) as { over?: unknown; stay?: boolean }
  const isOver = over !== undefined
  // Another order or filter of the same list: the position does not change.
  const keepsPosition = stay === true && type !== 'POP'

  useEffect(() => {
    history.scrollRestoration = 'manual'
    let isSignedOut = false
    const save = () => {
      if (!isSignedOut) sessionStored.write('scroll', [...positions].slice(-maxEntries))
    }
    // The positions belong to the user.
    const clear = () => {
      isSignedOut = token.get() === null
      positions.clear()
    }
    window.addEventListener('pagehide', save)
    const unsubscribe = token.subscribe(clear)
    return () => {
      window.removeEventListener('pagehide', save)
      unsubscribe()
    }
  }, [])
  // Before the new page renders, so that the jump to its top is not recorded as a scroll of the old page.
  useLayoutEffect(() => {
    const record = () => {
      // Reinsert the entry, so that it is among the newest, which are stored.
      positions.delete(key)
      positions.set(key, window.scrollY)
    }
    window.addEventListener('scroll', record, { passive: true })
    return () => window.removeEventListener('scroll', record)
  }, [key])
  useLayoutEffect(() => {
    const isFresh = isFreshLoad()
    hasNavigated = true
    const page = pathname + withoutPeek(search)
    const isOtherPeek = page === previous.page && search !== previous.search
    previous = { page, search }
    // A link's page over its list does not scroll the list.
    if (isOver || keepsPosition || isOtherPeek) return
    const target = type === 'POP' && !isFresh ? (positions.get(key) ?? 0) : 0
    // The content may still load, or change its height while it is measured, so the position is restored for
    // a while. Any input of the user cancels it.
    const deadline = performance.now() + restoreTimeoutMs
    let steadyCount = 0
    let isCancelled = false
    const cancel = () => {
      isCancelled = true
    }
    const restore = () => {
      if (isCancelled) return
      const isAtTarget = Math.abs(window.scrollY - target) <= 1
      steadyCount = isAtTarget ? steadyCount + 1 : 0
      if (!isAtTarget) window.scrollTo(0, target)
      if (steadyCount < steadyFrames && performance.now() < deadline) requestAnimationFrame(restore)
    }
    restore()
    const inputEvents = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const
    for (const inputEvent of inputEvents) window.addEventListener(inputEvent, cancel, { passive: true })
    return () => {
      cancel()
      for (const inputEvent of inputEvents) window.removeEventListener(inputEvent, cancel)
    }
  }, [key, type, isOver, keepsPosition, pathname, search])
  return null
}

function withoutPeek(search: string): string {
  const query = new URLSearchParams(search)
  query.delete('peek')
  return query.toString()
}
