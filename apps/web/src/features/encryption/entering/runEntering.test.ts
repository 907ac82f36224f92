import { updateEnc } from '@nestmark/contract/encryption/encryption'
import { moveLinks, trashLinks } from '@nestmark/contract/links/links'
import type { Link } from '@nestmark/contract/shapes'
import { limits } from '@nestmark/core/limits'
import { beforeEach, expect, test } from 'vitest'
import { client, formatError } from '../../../lib/api/client.ts'
import { keyRing } from '../../../lib/encryption/keyRing.ts'
import { openLinkTexts } from '@nestmark/client/encryption/linkTexts'
import { makeLink, makeTestKey, type TestKey } from '@nestmark/client/encryption/testKeys.testing'
import { fakePage, readOverlay } from '../../../lib/fakePage.testing.ts'
import { overlays } from '../../../lib/overlays/overlay.ts'
import type { FakeLibrary } from '../tasks/fakeLibrary.testing.ts'
import { fakeEntering } from './entering.testing.ts'

const count = limits.encryptedPerCall + 30
const ids = Array.from({ length: count }, (_, at) => `l${at}`)
let papers: TestKey
beforeEach(async () => {
  fakePage()
  papers = await makeTestKey('papers')
  keyRing.save([papers.record], 0)
})

const setUp = (part: Partial<Link>) =>
  fakeEntering(
    papers,
    ids.map(id => makeLink(id, part)),
  )
const toSentence = (call: Promise<unknown>) => call.then(() => 'done', formatError)
const readRun = () => readOverlay('encryptionRun')

/** Stops the run while its first batch is stored. */
function stopInBatch(library: FakeLibrary): void {
  let isFirst = true
  library.before(updateEnc, () => {
    if (isFirst) readRun().runner.stop()
    isFirst = false
  })
}

/** Waits until the run has stopped, and returns its dialog. */
async function findStopped() {
  await expect.poll(() => readRun().runner.progress.get().phase).toBe('stopped')
  return readRun()
}

test('ENC-07 a move of many links shows its progress, and its dialog closes with the answer', async () => {
  const library = setUp({ parent: 'desk' })
  const seen: unknown[] = []
  library.before(updateEnc, () => {
    const { runner, kind, name, total } = readRun()
    seen.push({ kind, name, total, done: runner.progress.get().done })
  })
  expect(await client.call(moveLinks, { links: ids, move_to: 'papers' })).toEqual({ moved: count })
  const shown = { kind: 'enter', name: '130 links', total: 130 }
  expect(seen).toEqual([
    { ...shown, done: 0 },
    { ...shown, done: 100 },
  ])
  expect(overlays.get()).toEqual([])
})

test('ENC-07 a move of less than a batch, without files, shows no dialog', async () => {
  const library = setUp({ parent: 'desk' })
  const dialogs = new Set<string>()
  overlays.subscribe(() => overlays.get().forEach(({ name }) => dialogs.add(name)))
  await client.call(moveLinks, { links: ids.slice(0, 99), move_to: 'papers' })
  expect(library.changes()).toHaveLength(1)
  expect([...dialogs]).toEqual([])
})

test('ENC-07 E09 after Stop moves nothing that is not encrypted, and the call says how many it moved', async () => {
  const library = setUp({ parent: 'desk' })
  stopInBatch(library)
  const moving = toSentence(client.call(moveLinks, { links: ids, move_to: 'papers' }))
  await findStopped()
  overlays.set([])
  expect(await moving).toBe('Stopped. 100 links were encrypted and moved. 30 links stayed in place.')
  const links = [...library.links.values()]
  expect(links.filter(link => link.parent === 'papers').map(link => link.enc)).toEqual(Array(100).fill(1))
  expect(links.filter(link => link.parent === 'desk').map(link => link.enc)).toEqual(Array(30).fill(0))
  expect(await openLinkTexts(papers.key, 'l7', library.links.get('l7')!)).toMatchObject({
    name: 'name of l7',
  })
})

test('ENC-07 E09 “Continue” encrypts and moves the others; the call then has its answer', async () => {
  const library = setUp({ parent: 'desk' })
  stopInBatch(library)
  const moving = client.call(moveLinks, { links: ids, move_to: 'papers' })
  const { runner } = await findStopped()
  runner.resume()
  expect(await moving).toEqual({ moved: count })
  expect(overlays.get()).toEqual([])
  expect(runner.progress.get().done).toBe(count)
  expect(new Set(library.changes().flatMap(({ links }) => links.map(({ _id }) => _id))).size).toBe(count)
})

test('ENC-07 E09 a stopped restore leaves all links in the trash', async () => {
  const library = setUp({ is_trash: 1 })
  stopInBatch(library)
  const restoring = toSentence(client.call(trashLinks, { linkIdArr: ids, isTrash: 0 }))
  await findStopped()
  overlays.set([])
  expect(await restoring).toBe('Stopped. 100 links are encrypted. None was restored.')
  expect([...library.links.values()].filter(link => link.is_trash === 0)).toEqual([])
})

test('ENC-07 E09 Stop during the last batch of a move does not hide that everything has moved', async () => {
  const library = setUp({ parent: 'desk' })
  library.before(updateEnc, () => {
    if (library.changes().length === 2) readRun().runner.stop()
  })
  expect(await client.call(moveLinks, { links: ids, move_to: 'papers' })).toEqual({ moved: count })
})

test('ENC-07 E09 Stop during the last call does not hide that everything has moved', async () => {
  const library = setUp({ is_trash: 1 })
  library.before(trashLinks, () => {
    if (library.changes().length === 2) readRun().runner.stop()
  })
  expect(await client.call(trashLinks, { linkIdArr: ids, isTrash: 0 })).toMatchObject({ changed: count })
  expect(overlays.get()).toEqual([])
})

test('ENC-07 E09 an interrupted move keeps its dialog; closed, the call fails with the reason', async () => {
  const library = setUp({ parent: 'desk' })
  library.before(updateEnc, () => {
    if (library.changes().length === 2) throw new Error('The connection was lost.')
  })
  const moving = client.call(moveLinks, { links: ids, move_to: 'papers' })
  moving.catch(() => undefined)
  await expect.poll(() => readRun().runner.progress.get()).toMatchObject({ phase: 'failed', done: 100 })
  overlays.set([])
  await expect(moving).rejects.toThrow('The connection was lost.')
})
