// Before 1990 there was no web, so earlier dates are invalid.
const minDate = Date.UTC(1990, 0, 1)
const maxDate = Date.UTC(2100, 0, 1)
const day = 86_400_000
// Chromium and WebKit store dates since 1601, and some exporters write that number unchanged.
const windowsEpochOffset = 11_644_473_600_000

/**
 * Parses a date of a bookmark file. The format specifies seconds since 1970, but real files also contain milli-,
 * micro- and nanoseconds, microseconds and seconds since 1601, and ISO dates; the ranges do not overlap for
 * dates from 1990 to 2100.
 * @param text value of the attribute
 * @param now current time in milliseconds since 1970
 * @returns milliseconds since 1970; null when the date is missing or implausible
 */
export function readBookmarkDate(text: string | undefined, now?: number): number | null {
  const trimmed = text?.trim() ?? ''
  if (trimmed === '') return null
  const latest = now === undefined ? maxDate : now + day
  for (const candidate of /^\d+(?:\.\d+)?$/.test(trimmed)
    ? listCandidates(Number(trimmed))
    : [parseIsoDate(trimmed)]) {
    if (candidate >= minDate && candidate <= latest) return Math.floor(candidate)
  }
  return null
}

/**
 * Returns whether a date of an imported link can be its date: from 1990 to tomorrow.
 * @param date in milliseconds since 1970
 */
export function isPlausibleDate(date: number | undefined, now: number): date is number {
  return date !== undefined && Number.isInteger(date) && date >= minDate && date <= now + day
}

// Ordered by frequency; the first plausible date is used.
function listCandidates(n: number): number[] {
  return [n * 1000, n, n / 1000, n / 1000 - windowsEpochOffset, n / 1e6, n * 1000 - windowsEpochOffset]
}

const isoDate =
  /^(\d{4})-?(\d{2})-?(\d{2})(?:[T ]+(\d{2}):?(\d{2})(?::?(\d{2})(?:[.,](\d{1,9}))?)?)?\s*(?:Z|UTC|GMT|([+-]\d{2}):?(\d{2})?)?$/i
const namedZone = /(?:GMT|UTC|[+-]\d{4})$/

/** Parses a date of ISO 8601 in its usual variants, or of an email. One without a zone is in UTC, as its exporters write it. */
function parseIsoDate(text: string): number {
  const found = isoDate.exec(text)
  if (!found) return namedZone.test(text) ? Date.parse(text) : NaN
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', zone, zoneMinutes = '0'] =
    found
  const at = Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
    Number(fraction.slice(0, 3).padEnd(3, '0')),
  )
  if (zone === undefined) return at
  const sign = zone.startsWith('-') ? -1 : 1
  return at - (Number(zone) * 60 + sign * Number(zoneMinutes)) * 60_000
}
