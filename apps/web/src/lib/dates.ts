import { uiTexts } from '@nestmark/texts/ui'

const formatBy = (options: Intl.DateTimeFormatOptions): ((time: number) => string) =>
  new Intl.DateTimeFormat('en-US', options).format

/** Formats a date as MMM DD, YYYY, the format of the specification. */
export const formatDate = formatBy({ year: 'numeric', month: 'short', day: '2-digit' })

/** Formats a day by UTC without its year, such as Nov 21. */
export const formatDayOfMonth = formatBy({ month: 'short', day: '2-digit', timeZone: 'UTC' })

/** Formats a date of the last weeks with its time, such as Nov 21, 08:15 PM. */
export const formatDateTime = formatBy({
  month: 'short',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
})

/** Formats the time of a day, such as 09:14. */
export const formatTimeOfDay = formatBy({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })

/** Formats a date with its year and time, such as Nov 21, 2026, 8:15 PM. */
export const formatFullDateTime = formatBy({ dateStyle: 'medium', timeStyle: 'short' })

/** Formats a date with its weekday and time, for tooltips. */
export const formatLongDate = formatBy({ dateStyle: 'full', timeStyle: 'short' })

/** Formats a time for the `datetime` attribute of `<time>`. */
export const isoDate = (time: number): string => new Date(time).toISOString()

const agoFormat = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' })
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]
/** Beyond this age a date is shown instead of a number of days. */
const daysAgo = 30

/**
 * Formats how long ago a time was: 'just now', '5 minutes ago', 'yesterday', or its date after 30 days. A time in the
 * future, from another clock, is 'just now'.
 */
export function formatAgo(time: number, now: number): string {
  const age = now - time
  if (age < minute) return uiTexts.justNow
  if (age < hour) return agoFormat.format(-Math.floor(age / minute), 'minute')
  if (age < day) return agoFormat.format(-Math.floor(age / hour), 'hour')
  const days = Math.floor(age / day)
  return days <= daysAgo ? agoFormat.format(-days, 'day') : formatDate(time)
}

/** Formats a date as DD MMM YYYY, the format of the specification for highlights: 04 Nov 2026. */
export function formatPageDate(time: number): string {
  return formatDate(time).replace(/(\S+) (\d+), /, '$2 $1 ')
}
