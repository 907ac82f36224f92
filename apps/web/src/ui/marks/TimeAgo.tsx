import { formatAgo, formatLongDate, isoDate } from '../../lib/dates.ts'
import { useMinute } from '../../lib/useMinute.ts'

/** Shows how long ago a time was, such as '5 minutes ago', with the date and time as its tooltip. */
export function TimeAgo({ time, className }: { time: number; className?: string }) {
  const now = useMinute()
  return (
    <time className={className} dateTime={isoDate(time)} title={formatLongDate(time)}>
      {formatAgo(time, now)}
    </time>
  )
}
