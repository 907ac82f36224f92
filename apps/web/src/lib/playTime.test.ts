import { expect, test } from 'vitest'
import { formatPlayTime } from './playTime.ts'

test('EMB-06 formats times as mm:ss, also above an hour', () => {
  expect([0, 9.99, 61, 724, 4323].map(formatPlayTime)).toEqual(['00:00', '00:09', '01:01', '12:04', '72:03'])
  expect([undefined, NaN, Infinity].map(formatPlayTime)).toEqual(['--:--', '--:--', '--:--'])
})
