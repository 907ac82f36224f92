import { expect, test } from 'vitest'
import { formatFrameTime, formatPlayTime } from './playTime.ts'

test('EMB-06 formats times as mm:ss, also above an hour', () => {
  expect([0, 9.99, 61, 724, 4323].map(formatPlayTime)).toEqual(['00:00', '00:09', '01:01', '12:04', '72:03'])
  expect([undefined, NaN, Infinity].map(formatPlayTime)).toEqual(['--:--', '--:--', '--:--'])
})

test('UPL-07 formats the time of a picture of a video with hundredths', () => {
  expect([0, 0.04, 0.28, 61.999, 221.08].map(formatFrameTime)).toEqual([
    '00:00.00',
    '00:00.04',
    '00:00.28',
    '01:01.99',
    '03:41.08',
  ])
})
