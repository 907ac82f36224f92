// 1990: there was no web before, so nothing can have been bookmarked.
const earliest = Date.UTC(1990, 0, 1)
const farthest = Date.UTC(2100, 0, 1)
const day = 86_400_000
// Chromium and WebKit count from 1601 inside, and some exporters write that number as it is.
const from1601to1970 = 11_644_473_600_000

/**
 * Reads the date of a bookmark file. The format says seconds since 1970, but files in the wild hold milli-,
 * micro- and nanoseconds, microseconds and seconds since 1601, and ISO dates; the ranges do not overlap for
 * dates from 1990 to 2100.
 * @param text the attribute
 * @param now the present, in milliseconds since 1970
 * @returns milliseconds since 1970; null when there is no date or an absurd one
 */
export function readBookmarkDate(text: string | undefined, now?: number): number | null {
  const trimmed = text?.trim() ?? ''
  if (trimmed === '') return null
  const latest = now === undefined ? farthest : now + day
  for (const candidate of /^\d+(?:\.\d+)?$/.test(trimmed) ? meanings(Number(trimmed)) : [isoDate(trimmed)]) {
    if (candidate >= earliest && candidate <= latest) return Math.floor(candidate)
  }
  return null
}

// In order of how common they are; the first one that makes a possible date is meant.
function meanings(n: number): number[] {
  return [n * 1000, n, n / 1000, n / 1000 - from1601to1970, n / 1e6, n * 1000 - from1601to1970]
}

function isoDate(text: string): number {
  return /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text) : NaN
}
