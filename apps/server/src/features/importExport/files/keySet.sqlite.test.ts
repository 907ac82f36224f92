import fc from 'fast-check'
import { expect, test } from 'vitest'
import { KeySet } from './keySet.ts'

test('IO-01 a set of keys knows what was added, as a set of texts does', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 6 }), { maxLength: 400 }), texts => {
      const [keys, known] = [new KeySet(), new Set<string>()]
      for (const text of texts) {
        expect(keys.add(text)).toBe(!known.has(text))
        known.add(text)
      }
      expect(keys.size).toBe(known.size)
    }),
    { numRuns: 100 },
  )
})

test('IO-01 similar keys stay apart', () => {
  const keys = new KeySet(['https://bread.example/0\nPage 0\n'])
  for (let n = 0; n < 200_000; n++) keys.add(`https://bread.example/${n}\nPage ${n}\n`)
  expect(keys.size).toBe(200_000)
  expect([
    keys.add('https://bread.example/7\nPage 7\n'),
    keys.add('https://bread.example/7\nPage 8\n'),
  ]).toEqual([false, true])
})
