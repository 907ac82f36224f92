import { formatStorageSize } from '@nestmark/core/plans/storageSize'
import { storageTexts as texts } from '@nestmark/texts/storage'
import { formatDayOfMonth } from '../../lib/dates.ts'
import { classes } from '../../ui/classes.ts'
import css from './BandwidthDays.module.css'

const dayMs = 86_400_000

/** Draws the bytes of each day of this month as columns, with a table for screen readers. */
export function BandwidthDays({ days, resets }: { days: readonly number[]; resets: number }) {
  const first = toFirstDay(resets)
  const count = Math.round((resets - first) / dayMs)
  const most = Math.max(1, ...days)
  return (
    <>
      <div className={css.days} aria-hidden="true">
        {Array.from({ length: count }, (_, at) => (
          <i
            key={at}
            className={classes(at >= days.length && css.coming, at === days.length - 1 && css.today)}
            style={{ height: `${Math.max(7.5, ((days[at] ?? 0) / most) * 100)}%` }}
          />
        ))}
      </div>
      <table className="sr">
        <caption>{texts.bandwidthByDay}</caption>
        <tbody>
          {days.map((bytes, at) => (
            <tr key={at}>
              <th scope="row">{formatDayOfMonth(first + at * dayMs)}</th>
              <td>{formatStorageSize(bytes)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

/** Shows the day with the most bytes. Renders nothing without any. */
export function BusiestDay({ days, resets }: { days: readonly number[]; resets: number }) {
  const most = Math.max(0, ...days)
  if (most === 0) return null
  const day = toFirstDay(resets) + days.indexOf(most) * dayMs
  return <span className="num">{texts.busiestDay(formatStorageSize(most), formatDayOfMonth(day))}</span>
}

/** Returns the first day of the month (UTC) that ends at a time. */
function toFirstDay(resets: number): number {
  const date = new Date(resets)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - 1)
}
