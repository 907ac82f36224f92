import { expect, test } from 'vitest'
import type { Upload } from '../../lib/uploads/upload.ts'
import { toTotals } from './uploadTotals.ts'

const base: Upload = {
  id: '',
  name: '',
  title: '',
  size: 1_000,
  order: 0,
  type: 'image/png',
  category: 1,
  parent: null,
  parentName: '',
  phase: 'waiting',
  sent: 0,
}

test('UPL-06 the sum leaves refused files out, and the remaining time counts running ones only', () => {
  const totals = toTotals([
    { ...base, phase: 'sending', sent: 400, speed: 100 },
    { ...base, phase: 'waiting' },
    { ...base, phase: 'paused', sent: 700 },
    { ...base, phase: 'done', sent: 1_000 },
    { ...base, phase: 'stopped', sent: 10 },
    { ...base, phase: 'refused', size: 99_999 },
  ])
  expect(totals).toEqual({
    open: 4,
    running: 2,
    paused: 1,
    done: 1,
    failed: 2,
    sent: 2_110,
    size: 5_000,
    secondsLeft: 16,
  })
})

test('UPL-06 without a speed there is no remaining time', () => {
  expect(toTotals([{ ...base, phase: 'sending' }]).secondsLeft).toBeUndefined()
  expect(toTotals([]).secondsLeft).toBeUndefined()
})
