import { expect, test } from 'vitest'
import { isApiKey, isStrongApiKey, generateApiKey } from './apiKey.ts'

const random = (bytes: number) => crypto.getRandomValues(new Uint8Array(bytes))

test('KEY-01 T12 a key is 24 random letters and digits, uniformly distributed', () => {
  const keys = Array.from({ length: 4000 }, () => generateApiKey(random))
  expect(new Set(keys).size).toBe(keys.length)
  expect(keys.every(isStrongApiKey)).toBe(true)
  const seen = new Map<string, number>()
  for (const character of keys.join('')) seen.set(character, (seen.get(character) ?? 0) + 1)
  expect(seen.size).toBe(62)
  // 96,000 draws of 62 characters: about 1548 each. A biased remainder would favour eight of them by a fifth.
  for (const times of seen.values()) expect(Math.abs(times - 1548)).toBeLessThan(240)
})

test('T12 discards bytes that would bias the distribution', () => {
  let at = 0
  const bytes = Uint8Array.from([255, 248, ...Array.from({ length: 24 }, (_, n) => n)])
  expect(generateApiKey(many => Uint8Array.from({ length: many }, () => bytes[at++ % bytes.length]!))).toBe(
    'ABCDEFGHIJKLMNOPQRSTUVWX',
  )
})

test('T12 rejects keys that are too short, have other characters, or are not random', () => {
  for (const text of [
    '',
    'a'.repeat(24),
    'abcdefghijklmnopqrstuvw',
    'abcdefghijklmnopqrstuvw-',
    'ababababababababababab12',
  ])
    expect(isStrongApiKey(text)).toBe(false)
  expect(isApiKey('nms_' + 'a'.repeat(43))).toBe(false)
})
