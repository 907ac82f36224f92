/** UTC, of which a search is when no zone is given. */
export const utc = 'UTC'

const day = 86_400_000
/** Returns whether a text is a time zone: an offset such as `+13:00`, or a name such as `Pacific/Auckland`. */
export function isTimeZone(text: string): boolean {
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
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
  return time => {
    // Such as 5/17/2024, GMT+12:00. UTC has no numbers, and times long ago have seconds.
    const written = /([+-])(\d+):(\d+)(?::(\d+))?$/.exec(format.format(time))
    const [hours = 0, minutes = 0, seconds = 0] = (written ?? []).slice(2).map(part => Number(part ?? 0))
    return (hours * 3600 + minutes * 60 + seconds) * (written?.[1] === '-' ? -1000 : 1000)
  }
}
