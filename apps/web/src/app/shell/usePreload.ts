import { useIsFetching } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { connection } from '../../lib/connection.ts'
import { useStore } from '../../lib/store.ts'
import { preloadAll, preloadFrequent } from '../parts/parts.ts'

/** The idle time of the page before code is preloaded, in milliseconds. The page loads its own content first. */
const idleTime = 4000

/** What can open a dialog. */
const controls = 'button, a, [role^=menuitem]'

/**
 * Preloads the code of the dialogs: when the pointer or the focus reaches a control, or a key of a shortcut is pressed, and
 * all of it when the page is loaded and has a connection.
 */
export function usePreload(): void {
  const isFetching = useIsFetching() > 0
  const isUp = useStore(connection) === 'up'
  const isDone = useRef(false)
  useEffect(() => {
    if (isFetching || !isUp || isDone.current) return
    const timer = setTimeout(() => {
      isDone.current = true
      preloadAll()
    }, idleTime)
    return () => clearTimeout(timer)
  }, [isFetching, isUp])
  useEffect(() => {
    const events = ['pointerover', 'focusin', 'keydown'] as const
    const listen = ({ type, target }: Event) => {
      if (type !== 'keydown' && !(target instanceof Element && target.closest(controls))) return
      stop()
      preloadFrequent()
    }
    const stop = () => {
      for (const event of events) window.removeEventListener(event, listen, true)
    }
    for (const event of events) window.addEventListener(event, listen, true)
    return stop
  }, [])
}
