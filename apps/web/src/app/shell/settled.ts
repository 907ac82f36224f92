import { useIsFetching } from '@tanstack/react-query'
import { useEffect } from 'react'
import { createStore } from '../../lib/store.ts'

/** Whether the page has shown its content, or is used before. The code around the content is loaded then. */
export const settled = createStore(false)

/** The time without a call after which the content of the page is complete, in milliseconds. */
const quietTime = 250
/** The longest wait for the content, in milliseconds. */
const maxWait = 5000
const inputs = ['pointerdown', 'focusin', 'keydown'] as const

const settle = () => settled.set(true)

/** Determines when the page has settled. */
export function useSettle(): void {
  const isFetching = useIsFetching() > 0
  useEffect(() => {
    const timer = setTimeout(settle, isFetching ? maxWait : quietTime)
    return () => clearTimeout(timer)
  }, [isFetching])
  useEffect(() => {
    for (const input of inputs) window.addEventListener(input, settle, { capture: true, once: true })
    return () => {
      for (const input of inputs) window.removeEventListener(input, settle, true)
    }
  }, [])
}
