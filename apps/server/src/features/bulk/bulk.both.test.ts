import * as collections from '@nestmark/contract/collections'
import { cancelJob, jobStatus, listRunningJobs, undo as undoAction } from '@nestmark/contract/jobs'
import * as links from '@nestmark/contract/links/links'
import type { Input } from '@nestmark/contract/operation'
import { listTrashedCollections, listTrashedLinks } from '@nestmark/contract/trash'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { checkIntegrity } from '../../db/integrity.ts'
import { startApp, type TestApp } from '../../test/support/app.ts'
import { waitForEnd } from '../../test/support/jobs.ts'
import { type Person, signIn } from '../../test/support/people.ts'

let app: TestApp
let ada: Person
beforeAll(async () => {
  app = await startApp()
})
beforeEach(async () => {
  ada = await signIn(app, 'ada', 2)
})
afterAll(async () => {
  // After all actions and undos of these tests, every counter equals the stored rows.
  expect((await checkIntegrity(app.services.db)).findings).toEqual([])
  await app.stop()
})

type Form = Partial<Input<typeof links.saveLink>>
const create = (name: string, parent?: string) => ada.call(collections.createCollection, { name, parent })
const folder = async (id: string) => (await ada.call(collections.getCollection, { folder_id: id })).folder
const inside = (id: string, more: Partial<Input<typeof links.listCollectionLinks>> = {}) =>
  ada.call(links.listCollectionLinks, { folder_id: id, ...more })
const undo = async (key: string | undefined) => {
  const { job } = await ada.call(undoAction, { undo: key! })
  return job ? waitForEnd(ada, job) : undefined
}

async function fill(parent: string, count: number, more: Form = {}): Promise<string[]> {
  const { links: saved } = await ada.call(links.saveLinks, {
    parent,
    links: Array.from({ length: count }, (_, n) => ({
      name: `Link ${n}`,
      desc: 'Words',
      category: 4,
      ...more,
    })),
  })
  return saved.map(link => link._id)
}

test('LINK-13 a job moves more than 5 and reports its end; up to 5 move immediately', async () => {
  const [from, to] = [await create('From'), await create('To')]
  const ids = await fill(from._id, 11)
  const few = await ada.call(links.moveLinks, { links: ids.slice(0, 5), move_to: to._id })
  expect([few.moved, few.job]).toEqual([5, undefined])
  const answer = await fetch(`${app.origin}/api/move-links`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ada.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ links: ids.slice(5), move_to: to._id }),
  })
  expect(answer.status).toBe(202)
  const { data } = (await answer.json()) as { data: { moved: number; job: string } }
  expect(data.moved).toBe(6)
  expect(await waitForEnd(ada, data.job)).toMatchObject({
    state: 'done',
    done: 6,
    total: 6,
    bulk: { action: 'moveLinks', changed: 6, left: 0, undo: data.job },
  })
  expect((await ada.call(listRunningJobs, {})).map(job => job.job)).toEqual([data.job])
  expect([(await folder(from._id)).links_count, (await folder(to._id)).links_count]).toEqual([0, 11])
})

test('LINK-12 LINK-13 an action on everything that matches includes links that the page has not loaded, and excludes later ones', async () => {
  const [place, to] = [await create('Place'), await create('To')]
  const inner = await create('Inner', place._id)
  await fill(place._id, 60, { tags: ['keep'] })
  const [apart] = await fill(inner._id, 60, { tags: ['keep'] })
  await fill(inner._id, 3, { name: 'Other' })
  const every = { folder_id: place._id, include_sub: 1 as const, input: 'keep' }
  const { moved, job } = await ada.call(links.moveLinks, { every, except: [apart!], move_to: to._id })
  expect(moved).toBe(119)
  const late = await fill(place._id, 1, { tags: ['keep'] })
  expect((await waitForEnd(ada, job)).bulk).toMatchObject({ changed: 119, left: 0 })
  expect((await folder(to._id)).links_count).toBe(119)
  expect((await inside(place._id)).links.map(link => link._id)).toEqual(late)
  expect((await inside(inner._id)).total).toBe(4)

  await undo(job)
  expect([(await inside(place._id)).total, (await inside(inner._id)).total]).toEqual([61, 63])
  expect((await folder(to._id)).links_count).toBe(0)
})

test('LINK-12 undo restores links from the trash and back into it, each to its previous collection', async () => {
  const [one, two] = [await create('One'), await create('Two')]
  const ids = [...(await fill(one._id, 4)), ...(await fill(two._id, 4))]
  const trashing = await ada.call(links.trashLinks, { linkIdArr: ids })
  await waitForEnd(ada, trashing.job)
  expect((await ada.call(listTrashedLinks, {})).total).toBe(8)
  const moment = (await ada.call(listTrashedLinks, {})).links.map(link => link._id)
  // A link that was restored and trashed again in between belongs to the later action.
  const back = await ada.call(links.trashLinks, { linkIdArr: [ids[0]!], isTrash: 0 })
  await undo(trashing.job)
  expect([(await inside(one._id)).total, (await inside(two._id)).total]).toEqual([4, 4])
  expect((await ada.call(listTrashedLinks, {})).total).toBe(0)
  await undo(back.undo)
  const trashed = (await ada.call(listTrashedLinks, {})).links
  expect(trashed.map(link => link._id)).toEqual([ids[0]])
  expect(moment).toContain(ids[0])
  expect((await folder(one._id)).links_count).toBe(3)
})

test('LINK-12 undo skips links that changed since, and returns their number', async () => {
  const [from, to, third] = [await create('From'), await create('To'), await create('Third')]
  const ids = await fill(from._id, 3)
  const { undo: key } = await ada.call(links.moveLinks, { links: ids, move_to: to._id })
  await ada.call(links.moveLinks, { links: [ids[1]!], move_to: third._id })
  expect(await ada.call(undoAction, { undo: key! })).toMatchObject({ changed: 2, left: 1 })
  expect((await inside(third._id)).links.map(link => link._id)).toEqual([ids[1]])
  expect((await inside(from._id)).total).toBe(2)
})

test('LINK-12 when the previous collection is in the trash, undo uses the nearest live ancestor', async () => {
  const top = await create('Top')
  const [from, to] = [await create('From', top._id), await create('To')]
  const [link] = await fill(from._id, 1)
  const { undo: key } = await ada.call(links.moveLinks, { links: [link!], move_to: to._id })
  await ada.call(collections.trashCollections, { folderIdArr: [from._id] })
  await ada.call(undoAction, { undo: key! })
  expect((await inside(top._id)).links.map(each => each._id)).toEqual([link])
})

test('LINK-12 undo works once, for an hour, and only for the person who acted', async () => {
  const [from, to] = [await create('From'), await create('To')]
  const [link] = await fill(from._id, 1)
  const move = async (into: string) =>
    (await ada.call(links.moveLinks, { links: [link!], move_to: into })).undo!
  const xaver = await signIn(app, 'xaver')
  const first = await move(to._id)
  await expect(xaver.call(undoAction, { undo: first })).rejects.toMatchObject({ code: 'undo.expired' })
  await ada.call(undoAction, { undo: first })
  await expect(ada.call(undoAction, { undo: first })).rejects.toMatchObject({
    status: 410,
    message: 'This can no longer be undone.',
  })
  const second = await move(to._id)
  app.clock.now += 3_600_001
  await expect(ada.call(undoAction, { undo: second })).rejects.toMatchObject({ code: 'undo.expired' })
  expect((await folder(to._id)).links_count).toBe(1)
})

test('LINK-12 two concurrent undos undo once', async () => {
  const [from, to] = [await create('From'), await create('To')]
  const ids = await fill(from._id, 5)
  const { undo: key } = await ada.call(links.moveLinks, { links: ids, move_to: to._id })
  const both = await Promise.allSettled([1, 2].map(() => ada.call(undoAction, { undo: key! })))
  expect(both.map(each => each.status).sort()).toEqual(['fulfilled', 'rejected'])
  expect((await folder(from._id)).links_count).toBe(5)
})

test('TAG-03 LINK-11 tags on many links: added, removed, searchable, and undone with their positions', async () => {
  const place = await create('Place')
  const ids = await fill(place._id, 8, { tags: ['old', 'both'] })
  const plain = await fill(place._id, 2)
  const first = (await inside(place._id, { input: 'old' })).links[0]!
  const old = first.tags.find(tag => tag.name === 'old')!
  const { job } = await ada.call(links.tagLinks, {
    every: { folder_id: place._id },
    added_tags_name: ['both', 'fresh'],
    deleted_tags: [old._id],
  })
  expect((await waitForEnd(ada, job)).bulk).toMatchObject({ changed: 10, left: 0 })
  const names = async () =>
    (await inside(place._id)).links.map(link => link.tags.map(tag => tag.name).join(' '))
  expect(new Set(await names())).toEqual(new Set(['both fresh']))
  expect([
    (await inside(place._id, { input: 'fresh' })).total,
    (await inside(place._id, { input: 'old' })).total,
  ]).toEqual([10, 0])
  await undo(job)
  expect((await names()).sort()).toEqual([...plain.map(() => ''), ...ids.map(() => 'old both')])
  expect([
    (await inside(place._id, { input: 'fresh' })).total,
    (await inside(place._id, { tag: old._id })).total,
  ]).toEqual([0, 8])
})

test('TAG-03 leaves a link with the maximum number of tags unchanged, and counts it', async () => {
  const place = await create('Place')
  const full = Array.from({ length: 30 }, (_, n) => `tag ${n}`)
  const [id] = await fill(place._id, 1, { tags: full })
  expect(await ada.call(links.tagLinks, { links: [id!], added_tags_name: ['more'] })).toMatchObject({
    changed: 0,
  })
  await expect(ada.call(links.tagLinks, { links: [id!] })).rejects.toMatchObject({
    code: 'tags.nameRequired',
  })
})

test('FAV-02 many favourites in one call, and undo restores them', async () => {
  const place = await create('Place')
  const ids = await fill(place._id, 7)
  await ada.call(links.favouriteLink, { link_id: ids[0]!, is_fav: 1 })
  const { job } = await ada.call(links.favouriteLinks, { links: ids, is_fav: 1 })
  await waitForEnd(ada, job)
  expect((await inside(place._id, { favourite: 1 })).total).toBe(7)
  await undo(job)
  expect((await inside(place._id, { favourite: 1 })).links.map(link => link._id)).toEqual([ids[0]])
})

test('LINK-13 the completed batches of a cancelled job remain, and undo reverses them', async () => {
  const place = await create('Place')
  for (let n = 0; n < 40; n++) await fill(place._id, 100)
  const every = { folder_id: place._id }
  const { job } = await ada.call(links.tagLinks, { every, added_tags_name: ['new'] })
  await expect(ada.call(undoAction, { undo: job! })).rejects.toMatchObject({ code: 'undo.running' })
  await expect.poll(async () => (await ada.call(jobStatus, { job: job! })).done).toBeGreaterThan(0)
  await ada.call(cancelJob, { job: job! })
  const end = await waitForEnd(ada, job)
  expect(end.state).toBe('cancelled')
  const tagged = async () => (await inside(place._id, { input: 'new' })).total
  const there = await tagged()
  expect(there).toBe(end.bulk?.changed ?? 0)
  expect(there).toBeLessThan(4000)
  await undo(job)
  expect(await tagged()).toBe(0)
})

test('LINK-13 responds with refusals immediately, not by the job', async () => {
  const [from, to] = [await create('From'), await create('To')]
  const ids = await fill(from._id, 6)
  await ada.call(collections.trashCollections, { folderIdArr: [to._id] })
  await expect(ada.call(links.moveLinks, { links: ids, move_to: to._id })).rejects.toMatchObject({
    code: 'collections.inTrash',
  })
  await expect(
    ada.call(links.moveLinks, { links: [...ids, 'not there'], move_to: from._id }),
  ).rejects.toMatchObject({ code: 'links.notFound' })
  await expect(
    ada.call(links.trashLinks, { every: { folder_id: from._id, input: 'nothing like it' } }),
  ).rejects.toMatchObject({ message: 'Choose atleast one link' })
  const xaver = await signIn(app, 'xaver')
  // A user without access gets the same response for existing and missing collections.
  for (const folder_id of [from._id, 'not there']) {
    for (const call of [
      () => xaver.call(links.trashLinks, { every: { folder_id } }),
      () => xaver.call(links.favouriteLinks, { every: { folder_id }, is_fav: 1 }),
      () => xaver.call(links.tagLinks, { every: { folder_id }, added_tags_name: ['x'] }),
      () => xaver.call(links.moveLinks, { every: { folder_id }, move_to: xaver.rootId }),
      () => xaver.call(collections.trashCollections, { every: { folder_id } }),
      () => xaver.call(collections.moveCollections, { every: { folder_id }, move_to: xaver.rootId }),
    ])
      await expect(call()).rejects.toMatchObject({ code: 'collections.notFound', status: 404, data: null })
  }
})

test('COL-08 COL-16 many collections: moved, trashed and restored by a job, and each undone', async () => {
  const [from, to] = [await create('From'), await create('To')]
  const made = []
  for (let n = 0; n < 8; n++) made.push((await create(`Child ${n}`, from._id))._id)
  await fill(made[0]!, 3)
  const count = async () => [(await folder(from._id)).folder_count, (await folder(to._id)).folder_count]
  const moved = await ada.call(collections.moveCollections, {
    every: { folder_id: from._id },
    except: [made[7]!],
    move_to: to._id,
  })
  expect((await waitForEnd(ada, moved.job)).bulk).toMatchObject({
    action: 'moveCollections',
    changed: 7,
    left: 0,
  })
  expect(await count()).toEqual([1, 7])
  await undo(moved.job)
  expect(await count()).toEqual([8, 0])

  const trashed = await ada.call(collections.trashCollections, { folderIdArr: made })
  await waitForEnd(ada, trashed.job)
  expect([await count(), (await ada.call(links.listDashboardLinks, {})).total]).toEqual([[0, 0], 0])
  const restored = await ada.call(collections.trashCollections, { folderIdArr: made, isTrash: 0 })
  await waitForEnd(ada, restored.job)
  expect(await count()).toEqual([8, 0])
  await undo(restored.job)
  expect((await ada.call(listTrashedCollections, {})).total).toBe(8)
  await undo(trashed.job)
  expect([await count(), (await ada.call(links.listDashboardLinks, {})).total]).toEqual([[8, 0], 3])
})

test('COL-16 undoing a move never creates a cycle, and returns the number of skipped collections', async () => {
  const [a, b, c] = [await create('A'), await create('B'), await create('C')]
  const { undo: key } = await ada.call(collections.moveCollections, { folders: [a._id], move_to: b._id })
  const into = await ada.call(collections.moveCollections, { folders: [c._id], move_to: a._id })
  expect(await ada.call(undoAction, { undo: key! })).toMatchObject({ changed: 1 })
  await ada.call(collections.moveCollections, { folders: [b._id], move_to: c._id })
  expect(await ada.call(undoAction, { undo: into.undo! })).toMatchObject({ changed: 1, left: 0 })
  expect((await folder(b._id)).parent).toBe(c._id)
})
