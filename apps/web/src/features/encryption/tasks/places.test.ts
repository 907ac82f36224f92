import { listFolderKeys } from '@nestmark/contract/encryption/encryptedBatches'
import { getTree } from '@nestmark/contract/collections'
import { beforeEach, expect, test } from 'vitest'
import { fakeClient } from '../../../lib/api/fakeClient.testing.ts'
import { keyRing } from '../../../lib/encryption/keyRing.ts'
import {
  makeLink,
  makeTags,
  makeTestKey,
  sealTestLink,
  type TestKey,
} from '@nestmark/client/encryption/testKeys.testing'
import { fakePage, readOverlay, readToasts } from '../../../lib/fakePage.testing.ts'
import { overlays } from '../../../lib/overlays/overlay.ts'
import { fakeLibrary } from './fakeLibrary.testing.ts'
import { moveTagsInside } from './hideTags.ts'
import { findValue, readPlace, readPlaces, readSubtree } from './places.ts'
import { countLinksOf, readPlacesOfKey } from '../keys/placesOfKey.ts'
import { startRotation } from './rotation.ts'
import { areOwn, countLinks } from './subtree.ts'

let key: TestKey
let previous: TestKey
beforeEach(async () => {
  fakePage()
  ;[key, previous] = await Promise.all([makeTestKey('papers'), makeTestKey('papers')])
})
const save = (...keys: TestKey[]) =>
  keyRing.save(
    keys.map(each => each.record),
    0,
  )
const folder = { _id: 'papers', name: 'Papers' }

test('ENC-05 reads a collection with the id of its key, and the values of current and previous ones', async () => {
  fakeLibrary([], { papers: { key, previous: [previous], hidesTags: true }, bare: { key: null } })
  const place = await readPlace('papers')
  expect(place).toMatchObject({ id: 'papers', kid: key.kid, hide_tags: 1 })
  expect(findValue(place, null)).toBe(key.value)
  expect(findValue(place, key.kid)).toBe(key.value)
  expect(findValue(place, previous.kid)).toBe(previous.value)
  expect(findValue(place, 'A'.repeat(22))).toBeNull()
  const bare = await readPlace('bare')
  expect([bare.kid, findValue(bare, null)]).toEqual([null, null])
})

test('ENC-12 reads a subtree page by page, and its collection comes first', async () => {
  const client = fakeClient()
  const toFolder = (_id: string) => ({ _id, enc_id: null, former_keys: [], links: [], hide_tags: 0 as const })
  client.answer(listFolderKeys, ({ after }) =>
    after === undefined
      ? { folders: ['a', 'b'].map(toFolder), next: 'after.b' }
      : { folders: ['papers', 'z'].map(toFolder), next: null },
  )
  expect((await readSubtree('papers')).map(({ id }) => id)).toEqual(['papers', 'a', 'b', 'z'])
  expect(client.calls.map(({ input }) => input)).toEqual([
    { folder_id: 'papers' },
    { folder_id: 'papers', after: 'after.b' },
  ])
})

test('reads several collections in their order', async () => {
  const ids = ['a', 'b', 'c', 'd', 'e', 'f']
  fakeLibrary([], Object.fromEntries(ids.map(id => [id, { key: null }])))
  expect((await readPlaces(ids)).map(({ id }) => id)).toEqual(ids)
})

test('ENC-13 the places of a key are its collection and those below with the same key; their links count with the trash', async () => {
  const [below, other] = await Promise.all([makeTestKey('below', key.raw), makeTestKey('other')])
  const seal = (id: string, by: TestKey, parent: string, is_trash: 0 | 1 = 0) =>
    sealTestLink(by, makeLink(id, { parent, is_trash }))
  fakeLibrary(
    [await seal('a', key, 'papers'), await seal('b', key, 'below', 1), await seal('c', other, 'other')],
    { papers: { key, inside: ['below', 'other'] }, below: { key: below }, other: { key: other } },
  )
  const places = await readPlacesOfKey(key.record)
  expect(places.map(({ id }) => id)).toEqual(['papers', 'below'])
  expect([countLinksOf(key.kid, places), countLinksOf(other.kid, places)]).toEqual([2, 0])
})

test('ENC-01 only collections in the own tree count as own, with their links and without those below', async () => {
  const node = { path: '', category_counts: [], children: [] }
  const inner = { ...node, _id: 'inner', folder_name: 'Inner', links_count: 4 }
  const papers = { ...node, _id: 'papers', folder_name: 'Papers', links_count: 3, children: [inner] }
  fakeClient().answer(getTree, () => ({
    ...node,
    _id: 'root',
    folder_name: 'root',
    links_count: 2,
    children: [papers],
  }))
  expect(await countLinks(['papers'])).toBe(3)
  expect(await countLinks(['papers', 'inner', 'shared'])).toBe(7)
  expect([await areOwn(['inner', 'papers']), await areOwn(['papers', 'shared'])]).toEqual([true, false])
})

test('E09 ENC-12 removes the previous key from the browser only when every link has the new one', async () => {
  save(key, previous)
  const library = fakeLibrary([await sealTestLink(previous, makeLink('a', { version: 3 }))], {
    papers: { key, previous: [previous] },
  })
  library.answer(listFolderKeys, () => {
    throw new Error('The connection was lost.')
  })
  startRotation(previous.record, { to: key.kid, name: 'Papers', total: 1 })
  const { runner, kind, name } = readOverlay('encryptionRun')
  expect({ kind, name }).toEqual({ kind: 'rotate', name: '“Papers”' })
  await expect.poll(() => runner.progress.get().phase).toBe('failed')
  expect(keyRing.find(previous.kid)).toBeDefined()
  library.answer(listFolderKeys, () => ({ folders: [], next: null }))
  runner.resume()
  await expect.poll(() => runner.progress.get()).toMatchObject({ phase: 'done', done: 1 })
  expect(keyRing.find(previous.kid)).toBeUndefined()
  expect(keyRing.find(key.kid)).toBeDefined()
  expect(readToasts()).toEqual(['The collection has a new key'])
})

test('ENC-12 moving tags inside asks for a missing key, shows its progress, and names what is left', async () => {
  const tags = makeTags('quetzal')
  const library = fakeLibrary(
    [
      await sealTestLink(key, makeLink('a', { tags })),
      await sealTestLink(previous, makeLink('locked', { tags })),
    ],
    { papers: { key, previous: [previous], hidesTags: true } },
  )
  await moveTagsInside(folder)
  const { kid, onDone } = readOverlay('unlock')
  expect(kid).toBe(key.kid)
  save(key)
  onDone?.()
  await expect.poll(() => overlays.get().length).toBe(2)
  const { kind, total } = readOverlay('encryptionRun')
  expect({ kind, total }).toEqual({ kind: 'hideTags', total: 2 })
  await expect.poll(readToasts).toEqual(['1 encrypted link still has readable tags'])
  expect(library.links.get('a')?.tags).toEqual([])
  save(previous)
  await moveTagsInside(folder)
  await expect.poll(readToasts).toContain('The tags are inside the encryption')
  overlays.set([])
  await moveTagsInside(folder)
  expect(overlays.get()).toEqual([])
})
