import * as collections from '@nestmark/contract/collections'
import { undo } from '@nestmark/contract/jobs'
import * as links from '@nestmark/contract/links/links'
import { saveNote } from '@nestmark/contract/links/linkNote'
import { setPermissions } from '@nestmark/contract/sharing/share'
import type { TreeNode } from '@nestmark/contract/shapes'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { checkIntegrity } from '../../db/integrity.ts'
import { startApp, type TestApp } from '../../test/support/app.ts'
import { waitForEnd } from '../../test/support/jobs.ts'
import { type Person, signIn, toOutcome } from '../../test/support/people.ts'

let app: TestApp
/** Owns the source. */
let ada: Person
/** Copies it. */
let willem: Person
/** Turf, public, with Roof and Walls inside, and Beams inside Roof. */
let turf: string
let roof: string

beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())
// The counters equal a recount, and the search index has exactly the links.
afterEach(async () => expect((await checkIntegrity(app.services.db)).findings).toEqual([]))

const create = async (name: string, parent?: string, desc = '') =>
  (await ada.call(collections.createCollection, { name, desc, parent }))._id
const makePublic = (folder_id: string, read: 0 | 3 = 3) =>
  ada.call(setPermissions, { folder_id, read, write: 0 })

beforeEach(async () => {
  ada = await signIn(app, 'ada', 2)
  willem = await signIn(app, 'willem', 2)
  turf = await create('Turf', undefined, 'Houses of sod')
  roof = await create('Roof', turf, 'From above')
  await create('Walls', turf)
  const beams = await create('Beams', roof)
  const save = (name: string, parent: string, rest: object = {}) =>
    ada.call(links.saveLink, { name, link: `https://example.org/${name}`, category: 3, parent, ...rest })
  const first = await save('gable', turf, { desc: 'About gables', tags: ['wood', 'Sod'] })
  app.clock.now += 1000
  await save('ridge', roof)
  app.clock.now += 1000
  await save('purlin', roof, { category: 1, tags: ['wood'] })
  await ada.call(links.saveLink, {
    name: 'To do',
    category: 4,
    subCategory: 4,
    parent: beams,
    check_list: [{ text: 'Cut', done: true }],
  })
  await ada.call(links.favouriteLink, { link_id: first._id, is_fav: 1 })
  await ada.call(saveNote, { link_id: first._id, note: 'Only for me' })
  const trashed = await create('Old', turf)
  await save('rotten', trashed)
  await ada.call(collections.trashCollections, { folderIdArr: [trashed] })
  const trashedLink = await save('trashed', turf)
  await ada.call(links.trashLinks, { linkIdArr: [trashedLink._id] })
  await makePublic(turf)
})

const readTree = async (person: Person) => person.call(collections.getTree, {})
const find = (node: TreeNode, path: string): TreeNode | undefined =>
  node.path === path ? node : node.children.map(child => find(child, path)).find(Boolean)
const list = async (person: Person, folder_id: string, sub?: 1) =>
  (await person.call(links.listCollectionLinks, { folder_id, ...(sub && { include_sub: sub }) })).links
const copy = (folder_id: string, parent?: string, idempotencyKey?: string) =>
  willem.call(
    collections.copyCollection,
    { folder_id, ...(parent && { parent }) },
    idempotencyKey ? { idempotencyKey } : {},
  )
async function saveNotes(count: number, parent: string): Promise<void> {
  for (let at = 0; at < count; at += 50)
    await ada.call(links.saveLinks, {
      parent,
      links: Array.from({ length: Math.min(50, count - at) }, (_, n) => ({
        name: `Note ${at + n}`,
        desc: 'x',
        category: 4,
        tags: ['note'],
      })),
    })
}

describe('COL-01 a copy of a public collection', () => {
  test('has its descendants, links, tags and order, without favourites, notes and trash; an undo removes it', async () => {
    const before = await list(ada, turf, 1)
    const answer = await copy(turf)
    expect(answer.links).toBe(4)
    const job = await waitForEnd(willem, answer.job)
    expect(job).toMatchObject({
      state: 'done',
      total: 4,
      bulk: { action: 'copyCollection', changed: 4, undo: answer.job },
    })
    const tree = await readTree(willem)
    expect(find(tree, 'Turf')!._id).toBe(answer.folder_id)
    expect(['Turf / Roof', 'Turf / Walls', 'Turf / Roof / Beams'].every(path => find(tree, path))).toBe(true)
    expect(find(tree, 'Turf / Old')).toBeUndefined()
    const { folder } = await willem.call(collections.getCollection, { folder_id: answer.folder_id })
    expect(folder).toMatchObject({
      name: 'Turf',
      desc: 'Houses of sod',
      role: 'owner',
      read: 0,
      folder_count: 2,
    })
    const [gable] = await list(willem, answer.folder_id)
    expect(gable).toMatchObject({
      name: 'gable',
      desc: 'About gables',
      link: 'https://example.org/gable',
      favourite: 0,
      create_date: before.find(each => each.name === 'gable')!.create_date,
    })
    expect(gable!.tags.map(tag => tag.name)).toEqual(['wood', 'Sod'])
    const inRoof = await list(willem, find(tree, 'Turf / Roof')!._id)
    expect(inRoof.map(each => [each.name, each.category])).toEqual([
      ['purlin', 1],
      ['ridge', 3],
    ])
    const [note] = await list(willem, find(tree, 'Turf / Roof / Beams')!._id)
    expect(note).toMatchObject({ name: 'To do', check_list: [{ text: 'Cut', done: true }] })
    expect((await list(willem, answer.folder_id, 1)).map(each => each._id)).not.toContain(before[0]!._id)
    // Search finds the copies, for their owner only.
    const found = await willem.call(links.listCollectionLinks, {
      folder_id: answer.folder_id,
      input: 'purlin',
      include_sub: 1,
    })
    expect(found.total).toBe(1)
    expect(await list(ada, turf, 1)).toEqual(before)

    const undone = await willem.call(undo, { undo: answer.job })
    if (undone.job) await waitForEnd(willem, undone.job)
    expect(find(await readTree(willem), 'Turf')).toBeUndefined()
    expect(await list(ada, turf, 1)).toEqual(before)
  })

  test('brings the pictures along, as pictures of the copy', async () => {
    const [gable] = await list(ada, turf)
    await app.services.db.write(async tx => {
      await tx
        .insertInto('pictures')
        .values({
          id: 'gable-picture',
          owner_id: ada.id,
          width: 4,
          height: 3,
          large: Buffer.from('large'),
          small: Buffer.from('small'),
          created_at: 1,
        })
        .execute()
      await tx
        .updateTable('links')
        .set({ picture_id: 'gable-picture', is_scraped: 1, player: 'https://player.example/1' })
        .where('id', '=', gable!._id)
        .execute()
    })
    const answer = await copy(turf)
    await waitForEnd(willem, answer.job)
    const [copied] = await list(willem, answer.folder_id)
    expect(copied).toMatchObject({
      thumbnail_width: 4,
      thumbnail_height: 3,
      is_scraped: 1,
      embed: 'https://player.example/1',
    })
    expect(copied!.thumbnail).not.toContain('gable-picture')
    // The source is no longer public, and the copy still has its picture.
    await makePublic(turf, 0)
    const picture = await fetch(app.origin + copied!.thumbnail)
    expect([picture.status, await picture.text()]).toEqual([200, 'large'])
    await app.services.db.write(async tx => {
      await tx.updateTable('links').set({ picture_id: null }).where('id', '=', gable!._id).execute()
      await tx.deleteFrom('pictures').where('id', '=', 'gable-picture').execute()
    })
  })

  test('happens once per request key', async () => {
    const first = await copy(turf, undefined, 'save-copy-1')
    expect(await copy(turf, undefined, 'save-copy-1')).toEqual(first)
    await waitForEnd(willem, first.job)
    expect(await copy(turf, undefined, 'save-copy-1')).toEqual(first)
    expect(await toOutcome(copy(roof, undefined, 'save-copy-1'))).toBe('request.keyReused')
    const second = await copy(turf, undefined, 'save-copy-2')
    await waitForEnd(willem, second.job)
    const tops = (await readTree(willem)).children.filter(each => each.folder_name === 'Turf')
    expect(tops.map(each => each._id).toSorted()).toEqual([first.folder_id, second.folder_id].toSorted())
  })

  test('Z11 rejects callers who may not read the source or do not own the target', async () => {
    const own = (await willem.call(collections.createCollection, { name: 'Mine' }))._id
    const others = await create('Private')
    expect(await toOutcome(copy(others))).toBe('collections.notFound')
    expect(await toOutcome(copy('unknown'))).toBe('collections.notFound')
    expect(await toOutcome(copy(turf, others))).toBe('collections.notFound')
    expect(await toOutcome(copy(turf, roof))).toBe('collections.readOnly')
    expect(await toOutcome(copy(willem.rootId))).toBe('collections.rootFixed')
    const nested = (await willem.call(collections.createCollection, { name: 'Nested', parent: own }))._id
    expect(await toOutcome(copy(own, nested))).toBe('collections.intoItself')
    expect(await toOutcome(app.as(null)(collections.copyCollection, { folder_id: turf }))).toBe(
      'session.noToken',
    )
    expect((await readTree(willem)).children.map(each => each.folder_name)).not.toContain('Turf')
  })

  test('of an own collection into another one leaves both unchanged', async () => {
    const answer = await ada.call(collections.copyCollection, { folder_id: roof, parent: turf })
    await waitForEnd(ada, answer.job)
    const tree = await readTree(ada)
    const inside = find(tree, 'Turf')!.children.filter(each => each.folder_name === 'Roof')
    expect(inside.map(each => each.links_count)).toEqual([2, 2])
    expect(inside.map(each => each.children.map(child => child.folder_name))).toEqual([['Beams'], ['Beams']])
  })
})

test('COL-01 a copy ends when its source is no longer public; undo removes its finished part', async () => {
  await saveNotes(200, turf)
  const { batches } = app.services
  const run = batches.run.bind(batches)
  let left = 3
  batches.run = async (owner, work, options) => {
    if (--left === 0) await makePublic(turf, 0)
    return run(owner, work, options)
  }
  const answer = await copy(turf)
  const job = await waitForEnd(willem, answer.job)
  batches.run = run
  expect(job).toMatchObject({ state: 'failed', bulk: { changed: 100, undo: answer.job } })
  const { job: undoJob } = await willem.call(undo, { undo: answer.job })
  expect((await waitForEnd(willem, undoJob!)).state).toBe('done')
  expect(find(await readTree(willem), 'Turf')).toBeUndefined()
})

test('COL-01 copies a large tree unchanged, in batches', async () => {
  const top = await create('Large')
  let parent = top
  for (let n = 0; n < 30; n++) parent = await create(`Level ${n}`, parent)
  await saveNotes(230, parent)
  for (let n = 0; n < 60; n++) {
    const each = await create(`Wide ${n}`, top)
    await ada.call(links.saveLink, { name: `In ${n}`, desc: 'x', category: 4, parent: each })
  }
  await makePublic(top)
  const answer = await copy(top)
  expect(answer.links).toBe(290)
  expect((await waitForEnd(willem, answer.job)).bulk).toMatchObject({ changed: 290, left: 0 })
  const shape = (node: TreeNode): unknown => [
    node.folder_name,
    node.links_count,
    node.children.map(shape).toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
  ]
  expect(shape(find(await readTree(willem), 'Large')!)).toEqual(shape(find(await readTree(ada), 'Large')!))
})
