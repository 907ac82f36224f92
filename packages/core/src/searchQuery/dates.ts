/** UTC, of which a search is when no zone is given. */
export const utc = 'UTC'

const day = 86_400_000
const offsetPattern = /^([+-])([01]\d|2[0-3]):([0-5]\d)$/

/** Returns whether a text is a time zone: an offset such as `+13:00`, or a name such as `Pacific/Auckland`. */
export function isTimeZone(text: string): boolean {
  if (offsetPattern.test(text)) return true
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }) instanceof Intl.DateTimeFormat
  } catch {
    return false
  }
}

/**
 * Returns the start of a day, month or year, in milliseconds since 1970; null when the date does not exist.
 * @param text `2024`, `2024-05` or `2024-05-17`
 * @param timeZone a zone of `isTimeZone`
 */
export function startOfPeriod(text: string, timeZone: string = utc): number | null {
  const found = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?$/.exec(text)
  if (!found) return null
  const [year, month, dayOfMonth] = [Number(found[1]), Number(found[2] ?? 1), Number(found[3] ?? 1)]
  const date = new Date(Date.UTC(year, month - 1, dayOfMonth))
  // A day that does not exist rolls over into the next month.
  const exists =
    date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === dayOfMonth
  return exists ? startOfDay(date.getTime(), toOffset(timeZone)) : null
}

/** Returns when a day begins. @param midnight its start in UTC @param offsetAt see `toOffset` */
function startOfDay(midnight: number, offsetAt: (time: number) => number): number {
  // The offset changes at most once in these two days. Where midnight is skipped, the day begins when that is over.
  const begins = [midnight - offsetAt(midnight - day), midnight - offsetAt(midnight + day)]
  const inDay = begins.filter(time => time + offsetAt(time) >= midnight)
  return Math.min(...(inDay.length > 0 ? inDay : begins))
}

/** Returns a function from a time to the offset of a zone from UTC, both in milliseconds. */
function toOffset(timeZone: string): (time: number) => number {
  if (timeZone === utc) return () => 0
  const [, sign, hours, minutes] = offsetPattern.exec(timeZone) ?? []
  const fixed = (Number(hours) * 60 + Number(minutes)) * 60_000 * (sign === '-' ? -1 : 1)
  if (sign !== undefined) return () => fixed
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  // Such as 05/17/2024, 12:30:00. The times here have no milliseconds.
  return time => {
    const [month = 0, date = 0, year = 0, ...clock] = (format.format(time).match(/\d+/g) ?? []).map(Number)
    return Date.UTC(year, month - 1, date, ...clock) - time
  }
}
