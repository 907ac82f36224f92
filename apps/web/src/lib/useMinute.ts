import { useSyncExternalStore } from 'react'

const minuteMs = 60_000
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let now = Date.now()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  if (timer === undefined) {
    // The time was not updated without subscribers.
    now = Date.now()
    timer = setInterval(update, minuteMs)
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

function update(): void {
  now = Date.now()
  for (const listener of listeners) listener()
}

/** Returns the current time in milliseconds since 1970; the component renders again every minute. One timer serves all. */
export function useMinute(): number {
  return useSyncExternalStore(subscribe, () => now)
}
