const dayFormat = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'short', day: '2-digit' })

/** Formats a date as MMM DD, YYYY, the format of the specification. */
export function formatDate(time: number): string {
  return dayFormat.format(time)
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

/** Formats a time for the `datetime` attribute of `<time>`. */
export function isoDate(time: number): string {
  return new Date(time).toISOString()
}
