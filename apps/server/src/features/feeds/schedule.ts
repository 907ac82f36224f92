const minute = 60_000
const day = 24 * 60 * minute
/** Times in milliseconds. A feed is read once an hour; each failure doubles the time, up to a day. */
const intervalMs = 60 * minute
const maxBackOffMs = day
/** For how long a feed may fail before it is paused. */
const maxFailingMs = 14 * day
/** The longest pause that a site can ask for. */
const maxRetryAfterMs = 7 * day
/** The part by which times vary, so that the feeds of a site are not read together. */
const jitter = 0.1

/**
 * Returns when a feed is read next, in milliseconds since 1970.
 * @param failures how many readings in a row have failed
 * @param retryAfter the header `Retry-After`: seconds, or a date
 */
export function nextReading(failures: number, now: number, retryAfter?: string): number {
  const backOffMs = failures === 0 ? intervalMs : Math.min(intervalMs * 2 ** failures, maxBackOffMs)
  const variedMs = backOffMs * (1 - jitter + Math.random() * 2 * jitter)
  return Math.round(now + Math.max(variedMs, readRetryAfter(retryAfter, now)))
}

/** Returns true when a feed has failed for so long that it is paused. */
export function hasFailedTooLong(failingSince: number, now: number): boolean {
  return now - failingSince >= maxFailingMs
}

function readRetryAfter(header: string | undefined, now: number): number {
  if (header === undefined) return 0
  const ms = /^\d{1,9}$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - now
  return Number.isNaN(ms) ? 0 : Math.min(Math.max(ms, 0), maxRetryAfterMs)
}
