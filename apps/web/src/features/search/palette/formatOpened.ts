import { paletteTexts as texts } from '@nestmark/texts/search/palette'
import { formatDate } from '../../../lib/dates.ts'

const relative = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' })
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]

/** Formats when an item was opened: 'Just now', '2 hours ago', 'Yesterday', and as a date after a week. */
export function formatOpened(time: number, now: number): string {
  const age = Math.max(0, now - time)
  if (age < minute) return texts.justNow
  if (age < hour) return relative.format(-Math.floor(age / minute), 'minute')
  if (age < day) return relative.format(-Math.floor(age / hour), 'hour')
  if (age >= 7 * day) return formatDate(time)
  const text = relative.format(-Math.floor(age / day), 'day')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
