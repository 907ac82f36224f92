import { expect, test } from 'vitest'
import { batchLoader } from './batchLoader.ts'

const asked: string[][] = []
const lengthOf = batchLoader(async keys => {
  asked.push([...keys])
  await new Promise(resolve => setTimeout(resolve, 5))
  if (keys.includes('bad')) throw new Error('bad')
  return new Map(keys.filter(key => key !== '').map(key => [key, key.length]))
})

test('keys requested in the same tick load in one query, each key once', async () => {
  asked.length = 0
  expect(await Promise.all(['a', 'bb', 'a', ''].map(lengthOf))).toEqual([1, 2, 1, undefined])
  expect(asked).toEqual([['a', 'bb', '']])
})

test('a key requested while its query is running gets a new query', async () => {
  asked.length = 0
  const first = lengthOf('a')
  await new Promise(resolve => setTimeout(resolve, 2))
  expect(await Promise.all([first, lengthOf('a'), lengthOf('cc')])).toEqual([1, 1, 2])
  expect(asked).toEqual([['a'], ['a', 'cc']])
})

test('an error rejects all requests of its query, and the next request queries again', async () => {
  const both = await Promise.allSettled([lengthOf('bad'), lengthOf('a')])
  expect(both.map(each => each.status)).toEqual(['rejected', 'rejected'])
  expect(await lengthOf('a')).toBe(1)
})

test('many requests run a few queries concurrently, and the rest in one query', async () => {
  asked.length = 0
  const answers: Promise<number | undefined>[] = []
  for (const key of ['a', 'bb', 'ccc', 'dddd', 'eeeee', 'ffffff']) {
    answers.push(lengthOf(key))
    await new Promise(resolve => setImmediate(() => setImmediate(() => setImmediate(resolve))))
  }
  expect(await Promise.all(answers)).toEqual([1, 2, 3, 4, 5, 6])
  expect(asked).toEqual([['a'], ['bb'], ['ccc'], ['dddd', 'eeeee', 'ffffff']])
})
