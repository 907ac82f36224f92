import { formatDate, isoDate } from '../../lib/dates.ts'

/** Shows the date of a time. */
export function ShownDate({ time, className }: { time: number; className?: string }) {
  return (
    <time className={className} dateTime={isoDate(time)}>
      {formatDate(time)}
    </time>
  )
}
