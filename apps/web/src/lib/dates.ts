const dayFormat = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'short', day: '2-digit' })

/** MMM DD, YYYY, as the specification writes dates. */
export function formatDate(time: number): string {
  return dayFormat.format(time)
}

const dateTimeFormat = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
})

/** A day of the last weeks with its time, such as Nov 21, 08:15 PM. */
export function formatDateTime(time: number): string {
  return dateTimeFormat.format(time)
}

/** For the `datetime` of a `<time>`. */
export function isoDate(time: number): string {
  return new Date(time).toISOString()
}
