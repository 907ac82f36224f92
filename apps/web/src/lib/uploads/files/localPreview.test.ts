import { expect, test } from 'vitest'
import { toPeaks } from './localPreview.ts'

test('UPL-01 a waveform has 200 heights, the loudest is 255, and silence stays flat', () => {
  const samples = Float32Array.from({ length: 8_000 }, (_, index) => (index < 4_000 ? 0.25 : -0.5))
  const peaks = toPeaks(samples)
  expect(peaks).toHaveLength(200)
  expect([peaks[0], peaks[99], peaks[100], peaks[199]]).toEqual([128, 128, 255, 255])
  expect(toPeaks(new Float32Array(400)).every(height => height === 0)).toBe(true)
  expect(toPeaks(new Float32Array(3))).toHaveLength(3)
})
