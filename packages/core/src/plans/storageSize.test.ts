import { expect, test } from 'vitest'
import {
  formatFileSize,
  formatStorageSize,
  formatStoredSize,
  isSmallFile,
  toStorageBar,
} from './storageSize.ts'

test('formats sizes in Mb or Gb with two decimals, with factor 1000, and no line separates number and unit', () => {
  expect(formatStorageSize(0)).toBe('0.00\u00a0Mb')
  expect(formatStorageSize(423_350_000)).toBe('423.35\u00a0Mb')
  expect(formatStorageSize(18_620_000_000)).toBe('18.62\u00a0Gb')
  expect(formatStorageSize(1_000_000_000)).toBe('1.00\u00a0Gb')
})

test('bars end at 100 percent and show as full above 90', () => {
  expect(toStorageBar(90, 100)).toEqual({ percent: 90, full: false })
  expect(toStorageBar(90.1, 100)).toEqual({ percent: 90.1, full: true })
  expect(toStorageBar(500, 100)).toEqual({ percent: 100, full: true })
})

test('UPL-01 the size of a small file is in kilobytes, and zero only for nothing', () => {
  expect([0, 1, 2_400, 99_499, 100_000, 1_250_000].map(formatFileSize)).toEqual([
    '0\u00a0kB',
    '1\u00a0kB',
    '2\u00a0kB',
    '99\u00a0kB',
    '0.10\u00a0MB',
    '1.25\u00a0MB',
  ])
  expect(formatFileSize(2_500_000_000)).toBe('2.50\u00a0GB')
  // Beside the figures of storage a file has their units.
  expect([2_400, 1_250_000].map(formatStoredSize)).toEqual(['2\u00a0kB', '1.25\u00a0Mb'])
})

test('small sizes are below a tenth of a megabyte', () => {
  expect([0, 99_999, 100_000].map(isSmallFile)).toEqual([true, true, false])
})
