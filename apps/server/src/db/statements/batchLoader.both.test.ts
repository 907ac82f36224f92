import { beforeEach, expect, test } from 'vitest'
import { batchLoader } from './batchLoader.ts'

/** The keys of each query so far. */
let queries: string[][] = []
/** Ends the queries that are running. */
let endQueries: (() => void)[] = []
/** True while each query waits for `endQueries`. */
let waits = false

beforeEach(() => {
  queries = []
  endQueries = []
  waits = false
})

const loadLength = batchLoader(async keys => {
  queries.push([...keys])
  if (waits) await new Promise<void>(resolve => endQueries.push(resolve))
  if (keys.includes('bad')) throw new Error('bad')
  return new Map(keys.filter(key => key !== '').map(key => [key, key.length]))
})

const waitForQueries = (count: number) => expect.poll(() => endQueries.length).toBe(count)

test('keys requested in the same tick load in one query, each key once', async () => {
  expect(await Promise.all(['a', 'bb', 'a', ''].map(loadLength))).toEqual([1, 2, 1, undefined])
  expect(queries).toEqual([['a', 'bb', '']])
})

test('a key requested while its query is running gets a new query', async () => {
  waits = true
  const first = loadLength('a')
  await waitForQueries(1)
  const later = [loadLength('a'), loadLength('cc')]
  await waitForQueries(2)
  for (const end of endQueries) end()
  expect(await Promise.all([first, ...later])).toEqual([1, 1, 2])
  expect(queries).toEqual([['a'], ['a', 'cc']])
})

test('an error rejects all requests of its query, and the next request queries again', async () => {
  const both = await Promise.allSettled([loadLength('bad'), loadLength('a')])
  expect(both.map(each => each.status)).toEqual(['rejected', 'rejected'])
  expect(await loadLength('a')).toBe(1)
})

test('many requests run a few queries concurrently, and the rest in one query', async () => {
  waits = true
  const lengths: Promise<number | undefined>[] = []
  for (const [at, key] of ['a', 'bb', 'ccc'].entries()) {
    lengths.push(loadLength(key))
    await waitForQueries(at + 1)
  }
  for (const key of ['dddd', 'eeeee', 'ffffff']) lengths.push(loadLength(key))
  waits = false
  for (const end of endQueries) end()
  expect(await Promise.all(lengths)).toEqual([1, 2, 3, 4, 5, 6])
  expect(queries).toEqual([['a'], ['bb'], ['ccc'], ['dddd', 'eeeee', 'ffffff']])
})
