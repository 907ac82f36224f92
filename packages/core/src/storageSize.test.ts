import { expect, test } from 'vitest'
import { storageBar, storageSize } from './storageSize.ts'

test('formats sizes in Mb or Gb with two decimals, with factor 1000', () => {
  expect(storageSize(0)).toBe('0.00 Mb')
  expect(storageSize(423_350_000)).toBe('423.35 Mb')
  expect(storageSize(18_620_000_000)).toBe('18.62 Gb')
  expect(storageSize(1_000_000_000)).toBe('1.00 Gb')
})

test('bars end at 100 percent and are marked full above 90', () => {
  expect(storageBar(90, 100)).toEqual({ percent: 90, full: false })
  expect(storageBar(90.1, 100)).toEqual({ percent: 90.1, full: true })
  expect(storageBar(500, 100)).toEqual({ percent: 100, full: true })
})
