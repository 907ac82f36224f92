import { dropCopy, getCopy, archivePage, restoreCopy } from '@nestmark/contract/reading/copies'
import { createCollection } from '@nestmark/contract/collections'
import type { Output } from '@nestmark/contract/operation'
import { moveLinks, saveLink } from '@nestmark/contract/links/links'
import { searchLibrary } from '@nestmark/contract/search/search'
import { getStorage } from '@nestmark/contract/session'
import { setPermissions } from '@nestmark/contract/sharing/share'
import { getStorageDetails, removeStoredFiles, restoreStoredFiles } from '@nestmark/contract/storage'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { checkIntegrity } from '../../db/integrity.ts'
import { serve, type TestServer } from '../../fetching/testing/web.testing.ts'
import { startApp, type TestApp } from '../../test/support/app.ts'
import { filesRead, passToRetry } from '../../test/support/jobs.ts'
import { saveFile, toAudio } from '../../test/support/files.ts'
import { type Person, signIn, toOutcome } from '../../test/support/people.ts'
import { sweep } from '../uploads/storage/sweepFiles.job.ts'

let app: TestApp
let site: TestServer
let ada: Person
const words = 'The heron stood in the shallow water and waited for the fish. '.repeat(20)
const pages = new Map<string, string>()
const toPage = (more: string) =>
  `<!doctype html><html lang="en"><title>Birds</title><article><p>${words}</p><p>${more}</p></article>`

beforeAll(async () => {
  site = await serve((request, response) => {
    const found = pages.get(request.url ?? '')
    if (found) response.writeHead(200, { 'content-type': 'text/html' }).end(found)
    else response.writeHead(404).end()
  })
  app = await startApp({ copies: 'full', fetchAllowPrivate: [site.hostPort] })
})
afterEach(async () => {
  expect((await checkIntegrity(app.services.db, app.clock.now)).findings).toEqual([])
})
afterAll(async () => {
  await app.stop()
  await site.close()
})

const hour = 3_600_000
const read = (link_id: string) => ada.call(getCopy, { link_id })
const used = async () => (await ada.call(getStorage, {})).storage_used
const remove = (input: object) => ada.call(removeStoredFiles, input)
const restore = (undo: string | null) => ada.call(restoreStoredFiles, { undo: undo! })
const find = async (input: string) => (await ada.call(searchLibrary, { input })).links.map(link => link._id)
const open = async (address: string) => (await fetch(app.origin + address)).text()

/** Waits until no copy of a link is due. */
async function settled(id: string) {
  for (;;) {
    const found = await read(id)
    if (['kept', 'failed', 'off'].includes(found.state)) return found
    await passToRetry(app, id)
  }
}

/** Saves a link whose page gets a version for each text. */
async function save(path: string, ...texts: string[]): Promise<string> {
  pages.set(path, toPage(texts[0]!))
  const link = await ada.call(saveLink, { name: path, category: 3, link: site.origin + path })
  await settled(link._id)
  for (const text of texts.slice(1)) await keepAgain(link._id, path, text)
  return link._id
}

/** Changes a page and waits for its new version. */
async function keepAgain(id: string, path: string, text: string): Promise<void> {
  const before = (await read(id)).versions[0]?.number ?? 0
  pages.set(path, toPage(text))
  await ada.call(archivePage, { link_id: id })
  while (((await read(id)).versions[0]?.number ?? 0) <= before) await passToRetry(app, id)
  await settled(id)
}

const shown = async (id: string) => {
  const { state, page, fault: failure, checked_at: checkedAt, versions } = await read(id)
  // The addresses of files are signed anew each time.
  const known = versions.map(({ reader, copy, ...version }) => [version, reader !== null, copy !== null])
  return { state, page, failure, checkedAt, known, used: await used() }
}

test('UPL-09 removes older versions of a page copy, and restores them to the byte', async () => {
  ada = await signIn(app, 'ada', 2)
  const id = await save('/herons', 'Herons one.', 'Herons two.', 'Herons three.')
  const before = await shown(id)
  expect(before.known).toHaveLength(3)
  const { undo, bytes } = await remove({ from: 'oldCopies' })
  const { versions } = await read(id)
  expect(versions.map(version => version.number)).toEqual([3])
  expect(bytes).toBe(before.used - (await used()))
  expect((await ada.call(getStorageDetails, {})).restorable).toEqual([
    { undo, files: 0, copies: 2, removed_at: app.clock.now },
  ])
  app.clock.now += 23 * hour
  await sweep(app.services)
  expect(await restore(undo)).toEqual({ changed: 0, copies: 2, left: 0, skipped: 0 })
  expect(await shown(id)).toEqual(before)
  const [, second] = (await read(id)).versions
  expect(await open(second!.reader!)).toContain('Herons two.')
  expect(await toOutcome(restore(undo))).toBe('undo.expired')

  const again = await remove({ from: 'oldCopies' })
  app.clock.now += 24 * hour + 1
  await sweep(app.services)
  expect(await toOutcome(restore(again.undo))).toBe('undo.expired')
})

test('UPL-09 restores all copies of a link with their state, and a search finds their page again', async () => {
  ada = await signIn(app, 'eva', 2)
  const id = await save('/cranes', 'Cranes one.', 'Cranes dance.')
  const before = await shown(id)
  expect(await find('dance')).toEqual([id])
  const { undo } = await remove({ linkIdArr: [id] })
  expect(await read(id)).toMatchObject({ state: 'none', page: 'same', checked_at: null, versions: [] })
  expect([await used(), await find('dance')]).toEqual([0, []])
  expect(await restore(undo)).toEqual({ changed: 0, copies: 2, left: 0, skipped: 0 })
  expect(await shown(id)).toEqual(before)
  expect(await find('dance')).toEqual([id])
})

test('UPL-09 shows older copies after their restoration without the newest one, and finds their page', async () => {
  ada = await signIn(app, 'olga', 2)
  const id = await save('/storks', 'Storks one.', 'Storks two.', 'Storks nest.')
  const before = await shown(id)
  const older = await remove({ from: 'oldCopies' })
  const newest = await remove({ linkIdArr: [id], what: 'copies' })
  expect(await restore(older.undo)).toMatchObject({ copies: 2 })
  expect(await read(id)).toMatchObject({ state: 'kept', versions: [{ number: 2 }, { number: 1 }] })
  expect(await find('nest')).toEqual([id])
  expect(await restore(newest.undo)).toMatchObject({ copies: 1 })
  expect(await shown(id)).toEqual(before)
  expect(await find('nest')).toEqual([id])
})

test('UPL-09 members who may write restore to the byte the copies that a user deleted on the page of a link', async () => {
  ada = await signIn(app, 'ida', 2)
  const rosa = await signIn(app, 'rosa')
  const birds = (await ada.call(createCollection, { name: 'Birds' }))._id
  const id = await save('/egrets', 'Egrets one.', 'Egrets two.', 'Egrets roost.')
  await ada.call(moveLinks, { links: [id], move_to: birds })
  const share = (write: 0 | 1) =>
    ada.call(setPermissions, {
      folder_id: birds,
      read: 1,
      write,
      read_members: [rosa.id],
      write_members: write === 1 ? [rosa.id] : [],
    })
  await share(1)
  const before = await shown(id)

  // One version, and nothing else: a second call has nothing to delete.
  const one = await rosa.call(dropCopy, { link_id: id, number: 2 })
  expect(one.versions.map(version => version.number)).toEqual([3, 1])
  expect((await rosa.call(dropCopy, { link_id: id, number: 2 })).undo).toBeNull()
  expect(await used()).toBe(one.versions.reduce((sum, version) => sum + version.size, 0))
  app.clock.now += 23 * hour
  await sweep(app.services)
  expect(await rosa.call(restoreCopy, { link_id: id, undo: one.undo! })).toMatchObject({
    restored: 1,
    skipped: 0,
  })
  expect(await shown(id)).toEqual(before)
  expect(await open((await read(id)).versions[1]!.reader!)).toContain('Egrets two.')

  const all = await rosa.call(dropCopy, { link_id: id })
  expect(all).toMatchObject({ state: 'none', versions: [] })
  expect([await used(), await find('roost')]).toEqual([0, []])
  // The key is of no use for another link, nor without the right to write.
  const other = await save('/herons/2', 'Herons.')
  expect(await toOutcome(ada.call(restoreCopy, { link_id: other, undo: all.undo! }))).toBe('undo.expired')
  await ada.call(dropCopy, { link_id: other })
  await share(0)
  expect(await toOutcome(rosa.call(restoreCopy, { link_id: id, undo: all.undo! }))).toBe('links.readOnly')
  await share(1)
  expect(await rosa.call(restoreCopy, { link_id: id, undo: all.undo! })).toMatchObject({ restored: 3 })
  expect([await shown(id), await find('roost')]).toEqual([before, [id]])

  const late = await rosa.call(dropCopy, { link_id: id })
  app.clock.now += 24 * hour + 1
  await sweep(app.services)
  expect(await toOutcome(rosa.call(restoreCopy, { link_id: id, undo: late.undo! }))).toBe('undo.expired')
})

test('UPL-09 keeps nothing of removed copies that no user can restore any longer', async () => {
  ada = await signIn(app, 'nora', 2)
  const id = await save('/terns', 'Terns one.')
  await remove({ linkIdArr: [id] })
  const rows = () =>
    app.services.db.read.selectFrom('removed_files').select('id').where('owner_id', '=', ada.id).execute()
  expect(await rows()).not.toEqual([])
  app.clock.now += 24 * hour
  await sweep(app.services)
  expect(await rows()).toEqual([])
})

test('UPL-09 keeps a copy that the server made in the meantime as the newest', async () => {
  ada = await signIn(app, 'rosa', 2)
  const id = await save('/owls', 'Owls one.', 'Owls two.')
  const { undo } = await remove({ linkIdArr: [id], what: 'copies' })
  await keepAgain(id, '/owls', 'Owls three.')
  expect((await read(id)).versions.map(version => version.number)).toEqual([3])
  expect(await restore(undo)).toEqual({ changed: 0, copies: 2, left: 0, skipped: 0 })
  expect((await read(id)).versions.map(version => version.number)).toEqual([3, 2, 1])
  const [newest] = (await read(id)).versions
  expect(await open(newest!.reader!)).toContain('Owls three.')

  // The same text is not added a second time.
  const other = await remove({ linkIdArr: [id] })
  await keepAgain(id, '/owls', 'Owls two.')
  expect(await restore(other.undo)).toEqual({ changed: 0, copies: 2, left: 0, skipped: 1 })
  expect((await read(id)).versions.map(version => version.number)).toEqual([4, 3, 1])
  await ada.call(dropCopy, { link_id: id })
})

test('UPL-09 one key restores files and copies of many links, in bounded calls', async () => {
  ada = await signIn(app, 'nora', 2)
  const ids: string[] = []
  for (let at = 0; at < 22; at++) ids.push(await save(`/gulls/${at}`, `Gull ${at} gabbled.`))
  const file = await saveFile(app, ada, toAudio(4000))
  await filesRead(app)
  const before = await used()
  const { undo } = await remove({ linkIdArr: [...ids, file._id] })
  expect([await used(), await find('gabbled')]).toEqual([0, []])
  const calls: Output<typeof restoreStoredFiles>[] = []
  for (let left = 1; left > 0;) {
    const done = await restore(undo)
    calls.push(done)
    left = done.left
  }
  expect(calls).toHaveLength(2)
  const sum = (key: 'changed' | 'copies' | 'skipped') => calls.reduce((all, each) => all + each[key], 0)
  expect([sum('changed'), sum('copies'), sum('skipped')]).toEqual([1, 22, 0])
  expect([await used(), (await find('gabbled')).length]).toEqual([before, 22])
})
