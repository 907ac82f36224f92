import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { qrCapacity, qrCode } from './qrCode.ts'

/** Length of the text, squares of a side, and the picture as it was when a reference implementation made the same. */
const cases = [
  [1, 21, '746da21132fdc885'],
  [100, 37, '13e3cefbd971f52e'],
  [300, 61, '10de9453fc7319b3'],
  [515, 77, '22d60f14376936fe'],
] as const

test('QR codes are those that a reference implementation makes', () => {
  for (const [length, side, picture] of cases) {
    const code = qrCode('nest'.repeat(200).slice(0, length))
    const text = code.map(row => row.join('')).join('\n')
    expect([code.length, createHash('sha256').update(text).digest('hex').slice(0, 16)]).toEqual([
      side,
      picture,
    ])
  }
})

test('QR codes hold as much as they say, and refuse more', () => {
  expect(qrCode('x'.repeat(qrCapacity))).toHaveLength(77)
  expect(() => qrCode('x'.repeat(qrCapacity + 1))).toThrow(RangeError)
})
