import { expect, test } from 'vitest'
import { toBarHeights, toBarPath } from './waveform.ts'

test('EMB-06 a waveform has the loudest peak of each bar', () => {
  expect(toBarHeights([0, 255, 51, 0], 2)).toEqual([1, 0.2])
  // Fewer peaks than bars: each is repeated.
  expect(toBarHeights([255, 0], 4)).toEqual([1, 1, 0, 0])
  expect(
    toBarHeights(
      Array.from({ length: 200 }, (_, at) => at),
      150,
    ),
  ).toHaveLength(150)
})

test('EMB-06 silence is a line, and the loudest bar fills the box', () => {
  expect(toBarPath([0, 1], 44)).toBe('M0 21h3v2h-3zM5 1h3v42h-3z')
})
