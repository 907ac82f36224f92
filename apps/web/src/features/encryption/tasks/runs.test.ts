import { listEncryptedLinks } from '@nestmark/contract/encryption/encryption'
import type { Link } from '@nestmark/contract/shapes'
import { envelopeKeyId } from '@nestmark/core/encryptedText'
import { limits } from '@nestmark/core/limits'
import { beforeEach, expect, test } from 'vitest'
import { fakePage, readToasts } from '../../../lib/fakePage.testing.ts'
import { keyRing } from '../../../lib/encryption/keyRing.ts'
import { openLinkTexts } from '@nestmark/client/encryption/linkTexts'
import { quietRun, type RunOptions } from '../../../lib/encryption/runner.ts'
import {
  makeLink,
  makeTags,
  makeTestKey,
  sealTestLink,
  type TestKey,
} from '@nestmark/client/encryption/testKeys.testing'
import { fakeLibrary } from './fakeLibrary.testing.ts'
import { readPlaces, readSubtree } from './places.ts'
import { decryptTarget, encryptTarget, hideTagsOfTarget, rotateTarget } from './runs.ts'

const collection = { _id: 'papers', name: 'Papers' }
const numbered = (count: number, part: Partial<Link> = {}) =>
  Array.from({ length: count }, (_, at) => makeLink(`l${at}`, part))

let key: TestKey
beforeEach(async () => {
  fakePage()
  key = await makeTestKey('papers')
  keyRing.save([key.record], 0)
})

/** Returns the options of a run that is stopped after the first batch, and what it reports. */
function stopAfterFirst() {
  const controller = new AbortController()
  const progress: number[] = []
  const onProgress = (done: number) => {
    progress.push(done)
    controller.abort()
  }
  return { progress, options: { ...quietRun(), signal: controller.signal, onProgress } satisfies RunOptions }
}

const kidsOf = (links: Iterable<Link>) => [...links].map(link => envelopeKeyId(link.name))

test('ENC-01 ENC-12 encrypts a collection in batches with everything below; additions since follow', async () => {
  const links = numbered(130).map((link, at) => ({ ...link, parent: at % 2 === 0 ? 'papers' : 'drafts' }))
  const drafts = await makeTestKey('drafts', key.raw)
  const library = fakeLibrary(
    links,
    { papers: { key, inside: ['drafts'] }, drafts: { key: drafts } },
    { pageSize: 60 },
  )
  const progress: number[] = []
  const places = await readSubtree('papers')
  const options = { ...quietRun(), onProgress: (done: number) => progress.push(done) }
  expect(await encryptTarget({ collection }, places, options)).toBe(130)
  expect(progress).toEqual([60, 120, 130])
  expect(new Set(kidsOf(library.links.values()))).toEqual(new Set([key.kid]))
  library.links.set('later', makeLink('later', { parent: 'drafts' }))
  expect(await encryptTarget({ collection }, places, quietRun())).toBe(1)
  expect(library.changes().at(-1)?.links).toHaveLength(1)
})

test('ENC-01 no call changes more links than the server accepts', async () => {
  const library = fakeLibrary(numbered(limits.encryptedPerCall + 5), { papers: { key } })
  await encryptTarget({ collection }, await readSubtree('papers'), quietRun())
  expect(library.changes().map(({ links }) => links.length)).toEqual([limits.encryptedPerCall, 5])
})

test('ENC-01 E09 a stopped run ends after a batch, and a further one does only the rest', async () => {
  const library = fakeLibrary(numbered(250), { papers: { key } }, { pageSize: 100 })
  const places = await readSubtree('papers')
  const { progress, options } = stopAfterFirst()
  expect(await encryptTarget({ collection }, places, options)).toBe(100)
  expect(progress).toEqual([100])
  expect(library.calls.filter(({ path }) => path === listEncryptedLinks.path)).toHaveLength(1)
  expect([...library.links.values()].filter(link => link.enc === 1)).toHaveLength(100)
  expect(await encryptTarget({ collection }, places, { ...quietRun(), isContinued: true })).toBe(150)
  const changed = library.changes().flatMap(({ links }) => links.map(({ _id }) => _id))
  expect(changed).toHaveLength(250)
  expect(new Set(changed).size).toBe(250)
})

test('ENC-01 E09 a refused batch changes nothing, and the batches before it stay', async () => {
  const library = fakeLibrary(numbered(250), { papers: { key } })
  const places = await readSubtree('papers')
  library.links.set('l150', makeLink('l150', { version: 2 }))
  const read = [...numbered(250)]
  await expect(encryptTarget({ links: read }, places, quietRun())).rejects.toMatchObject({
    code: 'links.changedElsewhere',
  })
  expect([...library.links.values()].filter(link => link.enc === 1)).toHaveLength(100)
})

test('ENC-01 E09 “Continue” encrypts chosen links as they are then, without deleted ones', async () => {
  const chosen = ['edited', 'trashed', 'deleted', 'done'].map(id => makeLink(id))
  const library = fakeLibrary(chosen, { papers: { key } })
  library.links.set('edited', makeLink('edited', { version: 5, name: 'a newer name' }))
  library.links.set('trashed', makeLink('trashed', { is_trash: 1 }))
  library.links.set('done', await sealTestLink(key, makeLink('done')))
  library.links.delete('deleted')
  const places = await readPlaces(['papers'])
  expect(await encryptTarget({ links: chosen }, places, { ...quietRun(), isContinued: true })).toBe(1)
  const [change] = library.changes().at(-1)?.links ?? []
  expect(change).toMatchObject({ _id: 'edited', version: 5 })
  expect(await openLinkTexts(key.key, 'edited', library.links.get('edited')!)).toMatchObject({
    name: 'a newer name',
  })
})

test('ENC-07 E01 a call that encrypts has no readable text, and one that decrypts has the texts', async () => {
  const item = { text: 'buy thread', done: false }
  const library = fakeLibrary([makeLink('l1', { check_list: [item] })], { papers: { key } })
  await encryptTarget({ collection }, await readSubtree('papers'), quietRun())
  const sent = JSON.stringify(library.calls)
  for (const text of ['name of l1', 'text of l1', 'example.org', 'thread', key.record.key])
    expect(sent).not.toContain(text)
  expect(await decryptTarget({ collection }, quietRun())).toBe(1)
  expect(library.changes().at(-1)?.links).toMatchObject([
    { enc: 0, name: 'name of l1', desc: 'text of l1', link: 'https://example.org/l1', check_list: [item] },
  ])
})

test('ENC-01 leaves out links that a person may not edit, or whose collection has no key here', async () => {
  const can = { ...makeLink('x').can, edit: false }
  const other = await makeTestKey('other')
  const library = fakeLibrary(
    [makeLink('mine'), makeLink('theirs', { can }), makeLink('elsewhere', { parent: 'other' })],
    { papers: { key, inside: ['other'] }, other: { key: other } },
  )
  expect(await encryptTarget({ collection }, await readSubtree('papers'), quietRun())).toBe(1)
  expect(library.changes().flatMap(({ links }) => links.map(({ _id }) => _id))).toEqual(['mine'])
})

test('ENC-03 decrypting leaves out links whose key is not here, and stops after a batch', async () => {
  const other = await makeTestKey('papers')
  const sealed = await Promise.all(numbered(120).map(link => sealTestLink(key, link)))
  const library = fakeLibrary([...sealed, await sealTestLink(other, makeLink('locked'))], {
    papers: { key, previous: [other] },
  })
  const { options } = stopAfterFirst()
  expect(await decryptTarget({ collection }, options)).toBe(100)
  expect(await decryptTarget({ collection }, { ...quietRun(), isContinued: true })).toBe(20)
  expect([...library.links.values()].filter(link => link.enc === 1).map(link => link._id)).toEqual(['locked'])
})

test('ENC-10 encrypts and decrypts a private note with its link', async () => {
  const library = fakeLibrary([makeLink('l1'), makeLink('l2')], { papers: { key } })
  library.notes.set('l1', 'only for me')
  await encryptTarget({ collection }, await readSubtree('papers'), quietRun())
  expect(library.notes.get('l1')).toMatch(/^nm1\./)
  const [first, second] = library.changes().slice(-2)
  expect(first?.links.every(link => link.note === undefined)).toBe(true)
  expect(second?.links.map(link => link.note === undefined)).toEqual([false, true])
  await decryptTarget({ collection }, quietRun())
  expect(library.notes.get('l1')).toBe('only for me')
})

test('E09 ENC-12 a new key encrypts every link again, also in the trash and below; others stay', async () => {
  const next = await makeTestKey('papers')
  const foreign = await makeTestKey('papers')
  keyRing.save([next.record, foreign.record], 0)
  const sealed = await Promise.all(numbered(150).map(link => sealTestLink(key, link)))
  const library = fakeLibrary(
    [
      ...sealed,
      await sealTestLink(key, makeLink('thrown-away', { is_trash: 1 })),
      await sealTestLink(key, makeLink('below', { parent: 'drafts' })),
      await sealTestLink(foreign, makeLink('of-another-key')),
    ],
    { papers: { key: next, previous: [key], inside: ['drafts'] }, drafts: { key: next } },
  )
  const { options } = stopAfterFirst()
  const keys = { from: key.kid, to: next.kid }
  expect(await rotateTarget({ collection }, keys, options)).toBe(100)
  // Each link opens with one of both keys.
  expect(new Set(kidsOf(library.links.values()))).toEqual(new Set([key.kid, next.kid, foreign.kid]))
  expect(await rotateTarget({ collection }, keys, { ...quietRun(), isContinued: true })).toBe(52)
  expect(kidsOf(library.links.values()).filter(kid => kid !== next.kid)).toEqual([foreign.kid])
  expect(await openLinkTexts(next.key, 'l7', library.links.get('l7')!)).toMatchObject({ name: 'name of l7' })
  for (const { from_key: from } of library.changes()) expect(from).toBe(key.kid)
})

test('E09 a run with a new key that is not here changes nothing', async () => {
  const library = fakeLibrary([await sealTestLink(key, makeLink('l1'))], { papers: { key } })
  const keys = { from: key.kid, to: 'A'.repeat(22) }
  await expect(rotateTarget({ collection }, keys, quietRun())).rejects.toThrow()
  expect(library.changes()).toEqual([])
})

test('ENC-12 E02 where a collection hides tags, encrypting moves them into the descriptions', async () => {
  const tags = makeTags('quetzal', 'two words')
  const library = fakeLibrary([makeLink('l1', { tags }), makeLink('l2')], {
    papers: { key, hidesTags: true },
  })
  await encryptTarget({ collection }, await readSubtree('papers'), quietRun())
  expect(JSON.stringify(library.changes())).not.toMatch(/quetzal|two.words/)
  expect(library.links.get('l1')?.tags).toEqual([])
  const opened = await openLinkTexts(key.key, 'l1', library.links.get('l1')!)
  expect(opened?.desc).toBe('text of l1\n#quetzal #two-words')
})

test('ENC-12 tags of encrypted links move inside, in this collection only, with the trash and previous keys', async () => {
  const previous = await makeTestKey('papers')
  keyRing.save([previous.record], 0)
  const tags = makeTags('quetzal')
  const library = fakeLibrary(
    [
      await sealTestLink(key, makeLink('first', { tags })),
      await sealTestLink(previous, makeLink('previous', { tags })),
      await sealTestLink(key, makeLink('trashed', { tags, is_trash: 1 })),
      await sealTestLink(key, makeLink('untagged')),
      await sealTestLink(key, makeLink('below', { tags, parent: 'drafts' })),
    ],
    { papers: { key, previous: [previous], hidesTags: true, inside: ['drafts'] }, drafts: { key } },
  )
  expect(await hideTagsOfTarget(collection, quietRun())).toBe(3)
  const tagged = [...library.links.values()].filter(link => link.tags.length > 0)
  expect(tagged.map(link => link._id)).toEqual(['below'])
  expect(library.links.get('untagged')?.version).toBe(1)
  expect(envelopeKeyId(library.links.get('previous')!.name)).toBe(key.kid)
})

test('ENC-12 leaves out and counts links whose tags do not fit; without others the run fails', async () => {
  const desc = 'x'.repeat(limits.desc)
  const long = (id: string) => sealTestLink(key, makeLink(id, { tags: makeTags('quetzal'), desc }))
  const library = fakeLibrary([await long('a'), await long('b')], { papers: { key, hidesTags: true } })
  await expect(hideTagsOfTarget(collection, quietRun())).rejects.toThrow('2 links were left out')
  library.links.delete('b')
  await expect(hideTagsOfTarget(collection, quietRun())).rejects.toThrow('“name of a” do not fit')
  library.links.set('c', await sealTestLink(key, makeLink('c', { tags: makeTags('quetzal') })))
  expect(await hideTagsOfTarget(collection, quietRun())).toBe(1)
  expect(readToasts()).toEqual(['The tags of “name of a” do not fit in its description. Shorten it first.'])
  expect(library.links.get('a')?.tags).toHaveLength(1)
})

test('ENC-12 without the key of the collection moves no tag', async () => {
  fakeLibrary([], { papers: { key: await makeTestKey('papers') } })
  await expect(hideTagsOfTarget(collection, quietRun())).rejects.toThrow('Key missing')
})
