import { useIsFetching } from '@tanstack/react-query'
import { useEffect } from 'react'
import { onReconnect } from '../../lib/connection.ts'
import { loadingCount } from '../../lib/lazy.ts'
import { createStore, useStore } from '../../lib/store.ts'
import { background } from '../parts/background.ts'

/** Whether the page has shown its content, or is used before. The code around the content is loaded then. */
export const settled = createStore(false)

/** The time without a call and without code being loaded after which the content of the page is complete, in milliseconds. */
const quietTime = 250
/** The longest wait for the content, in milliseconds. */
const maxWait = 5000
const inputs = ['pointerdown', 'keydown', 'dragenter'] as const

/** Loads the code first: without a connection it fails, and is tried again. */
async function settle(): Promise<void> {
  if (settled.get()) return
  try {
    await background.preload()
    settled.set(true)
  } catch {
    // The next input or connection tries again.
  }
}

/** Determines when the page has settled. */
export function useSettle(): void {
  const isFetching = useIsFetching() > 0
  const isLoading = useStore(loadingCount) > 0
  const isBusy = isFetching || isLoading
  useEffect(() => {
    const timer = setTimeout(() => void settle(), isBusy ? maxWait : quietTime)
    return () => clearTimeout(timer)
  }, [isBusy])
  useEffect(() => {
    const listen = () => void settle()
    for (const input of inputs) window.addEventListener(input, listen, true)
    const unsubscribe = onReconnect(listen)
    return () => {
      for (const input of inputs) window.removeEventListener(input, listen, true)
      unsubscribe()
    }
  }, [])
}
