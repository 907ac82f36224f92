import { expect, test } from 'vitest'
import { batchLoader } from './batchLoader.ts'

const asked: string[][] = []
const lengthOf = batchLoader(async keys => {
  asked.push([...keys])
  await new Promise(resolve => setTimeout(resolve, 5))
  if (keys.includes('bad')) throw new Error('bad')
  return new Map(keys.filter(key => key !== '').map(key => [key, key.length]))
})

test('questions of one moment are one question, each key asked once', async () => {
  asked.length = 0
  expect(await Promise.all(['a', 'bb', 'a', ''].map(lengthOf))).toEqual([1, 2, 1, undefined])
  expect(asked).toEqual([['a', 'bb', '']])
})

test('a question that comes while another is under way gets an answer of its own', async () => {
  asked.length = 0
  const first = lengthOf('a')
  await new Promise(resolve => setTimeout(resolve, 2))
  expect(await Promise.all([first, lengthOf('a'), lengthOf('cc')])).toEqual([1, 1, 2])
  expect(asked).toEqual([['a'], ['a', 'cc']])
})

test('a fault reaches everybody it concerns, and the next question is asked again', async () => {
  const both = await Promise.allSettled([lengthOf('bad'), lengthOf('a')])
  expect(both.map(each => each.status)).toEqual(['rejected', 'rejected'])
  expect(await lengthOf('a')).toBe(1)
})

test('a crowd asks a few questions at once, and the rest of it together', async () => {
  asked.length = 0
  const answers: Promise<number | undefined>[] = []
  for (const key of ['a', 'bb', 'ccc', 'dddd', 'eeeee', 'ffffff']) {
    answers.push(lengthOf(key))
    await new Promise(resolve => setImmediate(() => setImmediate(() => setImmediate(resolve))))
  }
  expect(await Promise.all(answers)).toEqual([1, 2, 3, 4, 5, 6])
  expect(asked).toEqual([['a'], ['bb'], ['ccc'], ['dddd', 'eeeee', 'ffffff']])
})
