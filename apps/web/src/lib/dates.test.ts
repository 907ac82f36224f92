import { expect, test } from 'vitest'
import { formatAgo, formatPageDate } from './dates.ts'

const now = Date.UTC(2031, 4, 20, 12)
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]

test('formats a time by its age', () => {
  expect(formatAgo(now + 5 * minute, now)).toBe('just now')
  expect(formatAgo(now - 59_999, now)).toBe('just now')
  expect(formatAgo(now - minute, now)).toBe('1 minute ago')
  expect(formatAgo(now - 59 * minute, now)).toBe('59 minutes ago')
  expect(formatAgo(now - 3 * hour, now)).toBe('3 hours ago')
  expect(formatAgo(now - day, now)).toBe('yesterday')
  expect(formatAgo(now - 30 * day, now)).toBe('30 days ago')
  expect(formatAgo(now - 31 * day, now)).toBe('Apr 19, 2031')
})

test('formats the date of a page with highlights as DD MMM YYYY, in every month', () => {
  const days = Array.from({ length: 12 }, (_, month) => formatPageDate(Date.UTC(2031, month, 4, 12)))
  expect(days[8]).toBe('04 Sep 2031')
  expect(days.every(day => /^04 [A-Z][a-z]{2} 2031$/.test(day))).toBe(true)
})
