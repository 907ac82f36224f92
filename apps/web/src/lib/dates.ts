const day = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'short', day: '2-digit' })

/** MMM DD, YYYY, as the specification writes dates. */
export function formatDate(time: number): string {
  return day.format(time)
}

/** For the `datetime` of a `<time>`. */
export function isoDate(time: number): string {
  return new Date(time).toISOString()
}
