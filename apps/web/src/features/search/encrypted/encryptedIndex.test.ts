import { listEncryptedLinks } from '@nestmark/contract/encryption/encryption'
import type { Link } from '@nestmark/contract/shapes'
import { parseSearch } from '@nestmark/core/searchQuery/query'
import { allFields } from '@nestmark/core/searchQuery/textPlan'
import { beforeEach, expect, test } from 'vitest'
import { keyRing } from '../../../lib/encryption/keyRing.ts'
import { findSealedLink, openAnswer } from '../../../lib/encryption/openAnswer.ts'
import {
  makeLink,
  makeTags,
  makeTestKey,
  sealTestLink,
  type TestKey,
} from '@nestmark/client/encryption/testKeys.testing'
import { fakePage } from '../../../lib/fakePage.testing.ts'
import { findIndexed, indexEpoch, readingProgress, refreshIndex } from './encryptedIndex.ts'
import { fakeIndexServer } from './fakeIndexServer.testing.ts'
import { indexWorker } from './indexTasks.ts'

let key: TestKey
let other: TestKey
beforeEach(async () => {
  fakePage()
  ;[key, other] = await Promise.all([makeTestKey('papers'), makeTestKey('letters')])
  keyRing.save([key.record, other.record], 0)
})

const refresh = (kids = [key.kid], signal = new AbortController().signal) => refreshIndex(kids, signal)

async function search(input: string): Promise<string[]> {
  const query = { query: parseSearch(input), fields: allFields, names: { tags: [], collections: [] } }
  return (await indexWorker.run('search', { ...query, order: 2 })).ids
}

async function put(links: Map<string, Link>, id: string, part: Partial<Link> = {}, by = key): Promise<void> {
  links.set(id, await sealTestLink(by, makeLink(id, part)))
}

test('SRCH-07 SHR-08 the index has the open links of the person and those that others share, oldest first', async () => {
  const { links, inputs } = fakeIndexServer()
  await put(links.own, 'second', { name: 'Turf walls', create_date: 2 })
  await put(links.shared, 'first', { name: 'turf roofs', create_date: 1 })
  await put(links.own, 'elsewhere', { name: 'turf of another key' }, other)
  const { kids } = await refresh()
  expect(kids).toEqual([key.kid])
  expect(await search('turf')).toEqual(['first', 'second'])
  expect(findIndexed('second')).toMatchObject({ name: 'Turf walls', isOpen: true, isBare: true })
  expect(inputs().map(({ shared }) => shared)).toEqual([0, 1])
  await refresh([key.kid, other.kid])
  expect(await search('turf')).toContain('elsewhere')
})

test('ENC-10 a further reading asks for no texts, and reads only changed links again', async () => {
  const { links, calls, inputs } = fakeIndexServer({ pageSize: 2 })
  for (const id of ['a', 'b', 'c']) await put(links.own, id, { name: `turf ${id}` })
  await refresh()
  expect(inputs().map(({ texts }) => texts)).toEqual([1, 1, 1])
  calls.length = 0
  await refresh()
  expect(inputs().map(({ texts }) => texts)).toEqual([0, 0, 0])
  calls.length = 0
  await put(links.own, 'c', { name: 'renamed', version: 2 })
  await refresh()
  expect(inputs().map(({ texts, after }) => [texts, after])).toEqual([
    [0, undefined],
    [0, '1.b'],
    [1, '1.b'],
    [0, undefined],
  ])
  expect(await search('turf')).toEqual(['a', 'b'])
  expect(await search('renamed')).toEqual(['c'])
})

test('SRCH-07 finds a new link after the next reading, and not a deleted one', async () => {
  const { links } = fakeIndexServer()
  await put(links.own, 'a', { name: 'turf' })
  await refresh()
  links.own.delete('a')
  await put(links.own, 'b', { name: 'turf' })
  await refresh()
  expect(await search('turf')).toEqual(['b'])
  expect(findIndexed('a')).toBeUndefined()
})

test('SRCH-07 takes new tags, favourites and the collection of a link without its texts', async () => {
  const { links, inputs } = fakeIndexServer()
  await put(links.own, 'a')
  await refresh()
  const changed = { ...links.own.get('a')!, tags: makeTags('vernacular'), parent: 'letters' }
  links.own.set('a', { ...changed, favourite: 1 })
  await refresh()
  expect(inputs().every(({ texts }, at) => texts === (at < 2 ? 1 : 0))).toBe(true)
  expect(await search('vernacular')).toEqual(['a'])
  expect(findIndexed('a')).toMatchObject({ parent: 'letters', favourite: 1, name: 'name of a', isOpen: true })
})

test('E05 shows a link that does not open in no result, and still shows the others', async () => {
  const { links } = fakeIndexServer()
  await put(links.own, 'a', { name: 'turf' })
  await put(links.own, 'b', { name: 'turf' })
  // Its envelopes are bound to another id.
  links.own.set('moved', { ...links.own.get('a')!, _id: 'moved' })
  await refresh()
  expect(await search('turf')).toEqual(['a', 'b'])
  expect(findIndexed('moved')).toBeUndefined()
})

test('ENC-09 E08 a removed key ends the worker and empties the memory, and the key restores the results', async () => {
  const { links, workers } = fakeIndexServer()
  await put(links.own, 'a', { name: 'turf' })
  await refresh()
  const epoch = indexEpoch.get()
  expect(JSON.stringify(findSealedLink('a'))).toContain('turf')
  keyRing.remove(other.record)
  expect(indexEpoch.get()).toBe(epoch)
  keyRing.remove(key.record)
  expect(indexEpoch.get()).toBe(epoch + 1)
  expect(workers).toEqual({ started: 1, ended: 1 })
  expect(findIndexed('a')).toBeUndefined()
  expect(JSON.stringify(findSealedLink('a'))).not.toContain('turf')
  keyRing.save([key.record], 0)
  const { epoch: next } = await refresh()
  expect(next).toBe(epoch + 1)
  expect(await search('turf')).toEqual(['a'])
})

test('ENC-09 E08 a key that the user removes during the reading of its links leaves none of them', async () => {
  const { links, answer } = fakeIndexServer()
  await put(links.own, 'a', { name: 'turf' })
  answer(listEncryptedLinks, () => {
    keyRing.remove(key.record)
    return { links: [...links.own.values()] as never, next: null }
  })
  await expect(refresh()).rejects.toMatchObject({ name: 'AbortError' })
  expect(findIndexed('a')).toBeUndefined()
  expect(readingProgress.get()).toBeNull()
})

test('SRCH-07 the first reading reports how many links it has read; stopped, it keeps what it has', async () => {
  const { links, answer } = fakeIndexServer()
  for (const id of ['a', 'b', 'c']) await put(links.own, id, { name: `turf ${id}` })
  const controller = new AbortController()
  const pages = [...links.own.values()]
  const progress: (number | null)[] = []
  answer(listEncryptedLinks, ({ after, shared }) => {
    const at = after === undefined ? 0 : pages.findIndex(link => `1.${link._id}` === after) + 1
    if (shared === 1) return { links: [], next: null }
    if (at === 2) controller.abort()
    return { links: pages.slice(at, at + 1) as never, next: at < 2 ? `1.${pages[at]!._id}` : null }
  })
  const unsubscribe = readingProgress.subscribe(() => progress.push(readingProgress.get()))
  await expect(refresh([key.kid], controller.signal)).rejects.toMatchObject({ name: 'AbortError' })
  expect(progress).toEqual([0, 1, null])
  expect(findIndexed('a')?.name).toBe('turf a')
  await refresh()
  unsubscribe()
  expect(progress.slice(3)).toEqual([0, 1, 2, 3, null])
  expect(await search('turf')).toEqual(['a', 'b', 'c'])
})

test('SRCH-07 readings follow one another, and one that fails does not end the next', async () => {
  const { links, answer } = fakeIndexServer()
  await put(links.own, 'a', { name: 'turf' })
  let isDown = true
  answer(listEncryptedLinks, ({ shared }) => {
    if (isDown) throw new Error('The connection was lost.')
    return { links: shared === 1 ? [] : ([...links.own.values()] as never), next: null }
  })
  const first = refresh()
  const second = refresh()
  await expect(first.finally(() => (isDown = false))).rejects.toThrow('The connection was lost.')
  await second
  expect(await search('turf')).toEqual(['a'])
})

test('ENC-10 encrypts an edit of a link that only the index has read, and does not lose its picture', async () => {
  const { links } = fakeIndexServer()
  const picture = 'data:image/webp;base64,AAAA'
  await put(links.own, 'a', { thumbnail: picture })
  const shown = await openAnswer(links.own.get('a')!)
  expect(shown.thumbnail).toBe(picture)
  await refresh()
  // The page has read the same version with its picture.
  expect(findIndexed('a')?.thumbnail).toBe(picture)
  expect(findSealedLink('a')).toMatchObject({ isOpen: true, thumbnail: picture })
})
