import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { qrCapacity, qrCode } from './qrCode.ts'

/** Length of the text, modules per side, and the output of a reference implementation. */
const cases = [
  [1, 21, '746da21132fdc885'],
  [100, 37, '13e3cefbd971f52e'],
  [300, 61, '10de9453fc7319b3'],
  [515, 77, '22d60f14376936fe'],
] as const

test('QR codes equal those of a reference implementation', () => {
  for (const [length, side, picture] of cases) {
    const code = qrCode('nest'.repeat(200).slice(0, length))
    const text = code.map(row => row.join('')).join('\n')
    expect([code.length, createHash('sha256').update(text).digest('hex').slice(0, 16)]).toEqual([
      side,
      picture,
    ])
  }
})

test('QR codes hold up to their capacity and reject longer texts', () => {
  expect(qrCode('x'.repeat(qrCapacity))).toHaveLength(77)
  expect(() => qrCode('x'.repeat(qrCapacity + 1))).toThrow(RangeError)
})
