import { expect, test } from 'vitest'
import { toSecondsLeft, TransferRate } from './transferRate.ts'

test('UPL-06 the speed is the mean of the last five seconds, from the second second on', () => {
  const rate = new TransferRate()
  rate.record(0, 0)
  rate.record(500, 1_000)
  expect(rate.read()).toBeUndefined()
  rate.record(1_000, 2_000)
  expect(rate.read()).toBe(2_000)
  for (let second = 2; second <= 20; second++) rate.record(second * 1_000, 2_000 + (second - 1) * 500)
  expect(rate.read()).toBe(500)
})

test('UPL-06 a transfer that begins again starts a new measurement', () => {
  const rate = new TransferRate()
  rate.record(0, 0)
  rate.record(2_000, 8_000)
  rate.record(3_000, 0)
  expect(rate.read()).toBeUndefined()
  rate.record(5_000, 2_000)
  expect(rate.read()).toBe(1_000)
})

test('UPL-06 rounds the remaining time to 1 s, 5 s and minutes', () => {
  expect(toSecondsLeft(1_000, undefined)).toBeUndefined()
  expect(toSecondsLeft(1_000, 0)).toBeUndefined()
  expect(toSecondsLeft(1, 1_000)).toBe(1)
  expect(toSecondsLeft(41_200, 1_000)).toBe(42)
  expect(toSecondsLeft(61_000, 1_000)).toBe(65)
  expect(toSecondsLeft(700_000, 1_000)).toBe(720)
})
