import { formatAgo, formatLongDate, isoDate } from '../../lib/dates.ts'
import { useSyncExternalStore } from 'react'

/** Shows how long ago a time was, such as '5 minutes ago', with the date and time as its tooltip. */
export function TimeAgo({ time, className }: { time: number; className?: string }) {
  const now = useMinute()
  return (
    <time className={className} dateTime={isoDate(time)} title={formatLongDate(time)}>
      {formatAgo(time, now)}
    </time>
  )
}

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
function useMinute(): number {
  return useSyncExternalStore(subscribe, () => now)
}
