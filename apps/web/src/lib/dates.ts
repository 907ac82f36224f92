import { uiTexts } from '@nestmark/texts/ui'

const dayFormat = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'short', day: '2-digit' })

/** Formats a date as MMM DD, YYYY, the format of the specification. */
export function formatDate(time: number): string {
  return dayFormat.format(time)
}

const dayOfMonthFormat = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: '2-digit',
  timeZone: 'UTC',
})

/** Formats a day by UTC without its year, such as Nov 21. */
export function formatDayOfMonth(time: number): string {
  return dayOfMonthFormat.format(time)
}

const dateTimeFormat = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
})

/** Formats a date of the last weeks with its time, such as Nov 21, 08:15 PM. */
export function formatDateTime(time: number): string {
  return dateTimeFormat.format(time)
}

const timeFormat = new Intl.DateTimeFormat('en-US', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })

/** Formats the time of a day, such as 09:14. */
export function formatTimeOfDay(time: number): string {
  return timeFormat.format(time)
}

const fullFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

/** Formats a date with its year and time, such as Nov 21, 2026, 8:15 PM. */
export function formatFullDateTime(time: number): string {
  return fullFormat.format(time)
}

/** Formats a time for the `datetime` attribute of `<time>`. */
export function isoDate(time: number): string {
  return new Date(time).toISOString()
}

const longFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'short' })

/** Formats a date with its weekday and time, for tooltips. */
export function formatLongDate(time: number): string {
  return longFormat.format(time)
}

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
