import { expect, test } from 'vitest'
import { createPostCache } from './postCache.ts'

test('loads a value once for all callers, reloads it after five minutes in the background, and keeps it while the source is unavailable', async () => {
  let at = 0
  let isAway = false
  const asked: string[] = []
  const errors: unknown[] = []
  const cache = createPostCache(
    async key => {
      asked.push(key)
      if (isAway) throw new Error('away')
      return `${key}${at}`
    },
    { now: () => at, onError: error => errors.push(error), max: 2 },
  )
  expect(await Promise.all([cache.get('a'), cache.get('a')])).toEqual(['a0', 'a0'])
  at = 299_000
  expect(await cache.get('a')).toBe('a0')
  expect(asked).toEqual(['a'])
  at = 301_000
  expect(await cache.get('a')).toBe('a0')
  expect(asked).toEqual(['a', 'a'])
  await expect.poll(() => cache.get('a')).toBe('a301000')
  isAway = true
  at = 700_000
  expect(await cache.get('a')).toBe('a301000')
  await expect.poll(() => errors.length).toBe(1)
  // It is not asked again before a minute has passed.
  await cache.get('a')
  expect(errors).toHaveLength(1)
  expect(await cache.get('b')).toBeUndefined()
  isAway = false
  expect(await cache.get('b')).toBeUndefined()
  at = 761_000
  expect(await cache.get('b')).toBe('b761000')
  // The third value takes the place of the first.
  await cache.get('c')
  asked.length = 0
  await cache.get('a')
  expect(asked).toEqual(['a'])
})
