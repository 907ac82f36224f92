import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isTimeZone, startOfPeriod } from './dates.ts'

const start = (...of: Parameters<typeof startOfPeriod>) => new Date(startOfPeriod(...of) ?? NaN).toISOString()

describe('SRCH-07 days of a search', () => {
  test('begin at midnight of their zone, whose offset may change', () => {
    const auckland = 'Pacific/Auckland'
    expect(start('2024-05-17')).toBe('2024-05-17T00:00:00.000Z')
    expect(start('2024-05-17', auckland)).toBe('2024-05-16T12:00:00.000Z')
    expect(start('2024', auckland)).toBe('2023-12-31T11:00:00.000Z')
    // The clocks went back on this day, and forward on that one.
    expect(start('2024-04-07', auckland)).toBe('2024-04-06T11:00:00.000Z')
    expect(start('2024-04-08', auckland)).toBe('2024-04-07T12:00:00.000Z')
    expect(start('2024-09-29', auckland)).toBe('2024-09-28T12:00:00.000Z')
    expect(start('2024-09-30', auckland)).toBe('2024-09-29T11:00:00.000Z')
    expect(start('2024-05-17', '+12:00')).toBe('2024-05-16T12:00:00.000Z')
    expect(start('2024-05-17', '-03:30')).toBe('2024-05-17T03:30:00.000Z')
  })

  test('begin after a midnight that does not exist', () => {
    expect(start('2024-09-08', 'America/Santiago')).toBe('2024-09-08T04:00:00.000Z')
    // The hour before midnight was repeated.
    expect(start('2024-04-07', 'America/Santiago')).toBe('2024-04-07T04:00:00.000Z')
  })

  test('begin with the first time of that date', () => {
    const zones = ['Pacific/Auckland', 'America/Santiago', 'Africa/Cairo', 'Asia/Kathmandu', 'Europe/Berlin']
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.date({ min: new Date('1995-01-01'), max: new Date('2030-01-01'), noInvalidDate: true }),
        (timeZone, time) => {
          const text = time.toISOString().slice(0, 10)
          const format = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short' })
          const begin = startOfPeriod(text, timeZone)!
          return format.format(begin) === text && format.format(begin - 1) < text
        },
      ),
    )
  })

  test('zones are names and offsets', () => {
    for (const zone of ['UTC', 'Pacific/Auckland', '+13:00', '-03:30'])
      expect(isTimeZone(zone), zone).toBe(true)
    for (const zone of ['', 'Nowhere/Atall', '+25:00', '13']) expect(isTimeZone(zone), zone).toBe(false)
  })
})
