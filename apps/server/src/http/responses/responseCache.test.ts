import { createCollection, moveCollections } from '@nestmark/contract/collections'
import {
  listDashboardLinks,
  listCollectionLinks,
  saveLink,
  trashLinks,
  updateLink,
} from '@nestmark/contract/links/links'
import { setPermissions } from '@nestmark/contract/sharing/share'
import { areSameRows, isCacheable, ResponseCache } from './responseCache.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { logout } from '@nestmark/contract/session'
import { listRunningJobs } from '@nestmark/contract/jobs'
import { openDb } from '../../db/openDb.ts'
import { startApp, type TestApp } from '../../test/support/app.ts'
import { type Person, signIn } from '../../test/support/people.ts'
import { settled } from '../../test/permissionMatrix/fixture.testing.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const link = (name: string) => ({ link: `https://example.org/${name}`, name, category: 3 })

test('serves an unchanged page from the cache', async () => {
  const ada = await signIn(app, 'ada')
  await ada.call(saveLink, link('one'))
  const first = await cached(() => ada.call(listDashboardLinks, {}))
  // The minimum of several: PostgreSQL's snapshot also changes with other databases of the same server, and
  // jobs poll.
  const spent: number[] = []
  for (let round = 0; round < 20; round++) {
    const before = app.services.db.statements
    expect(await ada.call(listDashboardLinks, {})).toEqual(first)
    spent.push(app.services.db.statements - before)
  }
  // The session is always looked up; the page would take two more.
  expect(Math.min(...spent)).toBe(1)
})

test('the next response shows a commit', async () => {
  const ada = await signIn(app, 'ada')
  const titles = async () => (await ada.call(listDashboardLinks, {})).links.map(each => each.name)
  await ada.call(saveLink, link('one'))
  expect(await titles()).toEqual(['one'])
  await ada.call(saveLink, link('two'))
  expect(await titles()).toEqual(['two', 'one'])
  const other = openDb(app.services.db.location)
  await other.write(tx =>
    tx.updateTable('links').set({ title: 'changed' }).where('owner_id', '=', ada.id).execute(),
  )
  expect(await titles()).toEqual(['changed', 'changed'])
  await other.close()
})

test('on SQLite the commits of unrelated people do not invalidate a cache', async () => {
  if (app.services.db.kind === 'postgres') return
  const ada = await signIn(app, 'ada')
  const xaver = await signIn(app, 'xaver')
  await ada.call(saveLink, link('one'))
  await cached(() => ada.call(listDashboardLinks, {}))
  const spent: number[] = []
  for (let round = 0; round < 10; round++) {
    await xaver.call(saveLink, link(`other${round}`))
    const before = app.services.db.statements
    await ada.call(listDashboardLinks, {})
    spent.push(app.services.db.statements - before)
  }
  expect(Math.min(...spent)).toBe(1)
})

describe('Z07 Z13 the next response shows changes by others', () => {
  const names = async (who: Person, folder_id: string) =>
    (await who.call(listCollectionLinks, { folder_id })).links.map(each => each.name)
  let owner: Person
  let reader: Person
  let folder: string
  beforeAll(async () => {
    owner = await signIn(app, 'owner', 2)
    reader = await signIn(app, 'reader', 2)
    folder = (await owner.call(createCollection, { name: 'Shared' }))._id
    await owner.call(saveLink, { ...link('first'), parent: folder })
  })
  const share = (read: 0 | 1 | 3, more: object = {}) =>
    owner.call(setPermissions, { folder_id: folder, read, write: 0, ...more })

  test('a share starts, its links change, it ends', async () => {
    await expect(names(reader, folder)).rejects.toMatchObject({ code: 'collections.private' })
    await share(1, { read_members: [reader.id] })
    expect(await names(reader, folder)).toEqual(['first'])
    const second = await owner.call(saveLink, { ...link('second'), parent: folder })
    expect(await names(reader, folder)).toEqual(['second', 'first'])
    await owner.call(updateLink, { link_id: second._id, name: 'renamed' })
    expect(await names(reader, folder)).toEqual(['renamed', 'first'])
    await owner.call(trashLinks, { linkIdArr: [second._id] })
    expect(await names(reader, folder)).toEqual(['first'])
    await share(0)
    await expect(names(reader, folder)).rejects.toMatchObject({ code: 'collections.private' })
  })

  test('a public collection becomes private', async () => {
    await share(3)
    expect(await names(reader, folder)).toEqual(['first'])
    expect(await names(reader, folder)).toEqual(['first'])
    await share(0)
    await expect(names(reader, folder)).rejects.toMatchObject({ code: 'collections.private' })
  })

  test('the owner moves a shared collection out of the share', async () => {
    await share(1, { read_members: [reader.id] })
    const inner = (await owner.call(createCollection, { name: 'Inner', parent: folder }))._id
    expect(await names(reader, inner)).toEqual([])
    expect(await names(reader, inner)).toEqual([])
    await owner.call(moveCollections, { folders: [inner], move_to: owner.rootId })
    await expect(names(reader, inner)).rejects.toMatchObject({ code: 'collections.private' })
  })
})

test('Z07 Z13 a page whose links are unchanged shows what the caller may do now', async () => {
  const owner = await signIn(app, 'nora', 2)
  const member = await signIn(app, 'mara', 2)
  const folder = (await owner.call(createCollection, { name: 'Shared' }))._id
  const { _id: first } = await owner.call(saveLink, { ...link('first'), parent: folder })
  const share = (more: object) =>
    owner.call(setPermissions, { folder_id: folder, read: 1, write: 0, read_members: [member.id], ...more })
  const rights = async () =>
    (await member.call(listCollectionLinks, { folder_id: folder })).links.map(({ _id, can }) => [
      _id,
      can.edit,
    ])
  await share({})
  expect(await rights()).toEqual([[first, false]])
  await share({ read_members: [], write: 1, write_members: [member.id] })
  expect(await rights()).toEqual([[first, true]])
  await share({ write: 1, write_members: [] })
  expect(await rights()).toEqual([[first, false]])
  await share({ read: 0, read_members: [] })
  await expect(rights()).rejects.toMatchObject({ code: 'collections.private' })
})

test('returns a response of earlier versions once, with its rows', () => {
  const cache = new ResponseCache()
  const rows = [{ role: 'read' }, { id: 'a', title: 'One', picture: null }]
  const bytes = Buffer.from('[]')
  cache.set('ada', 'page', { all: 1, own: '1' }, true, bytes, rows)
  const get = (who: string, own: string) => cache.get(who, 'page', { all: 2, own })
  expect(get('rosa', '1')).toBeUndefined()
  expect(get('ada', '1')).toMatchObject({ bytes, rows, isCurrent: true })
  expect(get('ada', '2')).toMatchObject({ bytes, rows, isCurrent: false })
  expect(get('ada', '2')).toBeUndefined()
})

test('rows are the same when every value is', () => {
  const [head, row] = [{ role: 'read' }, { id: 'a', title: 'One', picture: null }]
  expect(areSameRows([head, row], structuredClone([head, row]))).toBe(true)
  expect(areSameRows([{ role: 'write' }, row], [head, row])).toBe(false)
  expect(areSameRows([head], [head, row])).toBe(false)
  expect(areSameRows([head, { ...row, picture: 'p' }], [head, row])).toBe(false)
  expect(areSameRows([head, row], null)).toBe(false)
})

test('separates cache entries per person and per input', async () => {
  const ada = await signIn(app, 'ada')
  const xaver = await signIn(app, 'xaver')
  await ada.call(saveLink, link('one'))
  await cached(() => ada.call(listDashboardLinks, {}))
  expect((await ada.call(listDashboardLinks, { page: 2 })).links).toEqual([])
  expect((await xaver.call(listDashboardLinks, {})).links).toEqual([])
})

test('many different small responses retain little memory, and no more than some hundred of a person', () => {
  const cache = new ResponseCache()
  const versions = { all: 1, own: '1' }
  for (let n = 0; n < 2000; n++) cache.set('ada', `call ${n}`, versions, true, Buffer.from(`answer ${n}`))
  const remaining = Array.from(
    { length: 2000 },
    (_, n) => cache.get('ada', `call ${n}`, versions)?.bytes,
  ).filter(each => each !== undefined)
  expect(remaining).toHaveLength(300)
  expect(remaining.at(-1)?.toString()).toBe('answer 1999')
  // A buffer of Node's pool would retain all of it.
  expect(remaining.filter(each => each.buffer.byteLength !== each.length)).toEqual([])
})

test('returns no cached response for an expired token', async () => {
  const ada = await signIn(app, 'ada')
  await cached(() => ada.call(listDashboardLinks, {}))
  await ada.call(logout, {})
  await expect(ada.call(listDashboardLinks, {})).rejects.toMatchObject({ status: 401 })
})

test('does not cache responses that depend on time or jobs', () => {
  expect(isCacheable(listDashboardLinks)).toBe(true)
  expect(isCacheable(listRunningJobs)).toBe(false)
  expect(isCacheable(saveLink)).toBe(false)
})

/** Waits until the jobs of earlier saves have ended, and makes a call, whose response is then in the cache. */
async function cached<T>(ask: () => Promise<T>): Promise<T> {
  await settled(app)
  return ask()
}
