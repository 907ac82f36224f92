import * as contract from '@nestmark/contract/collections'
import type { TreeNode } from '@nestmark/contract/shapes'
import { limits } from '@nestmark/core/limits'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/support/app.ts'
import { type Person, signIn } from '../../test/support/people.ts'

let app: TestApp
let ada: Person
let xaver: Person
beforeAll(async () => {
  app = await startApp()
  ada = await signIn(app, 'ada', 2)
  xaver = await signIn(app, 'xaver')
})
afterAll(() => app.stop())

const create = (name: string, parent?: string, who = ada) =>
  who.call(contract.createCollection, { name, parent })
const tree = (who = ada) => who.call(contract.getTree, {})
function find(node: TreeNode, id: string): TreeNode | undefined {
  return node._id === id ? node : node.children.map(child => find(child, id)).find(Boolean)
}

describe('COL-04 collection operations', () => {
  test('COL-12 a new person has the root and My First Folder', async () => {
    const zoe = await signIn(app, 'zoe', 2)
    const root = await tree(zoe)
    expect(root).toMatchObject({ _id: zoe.rootId, folder_name: 'Uncategorized', links_count: 0 })
    expect(root.children.map(child => child.folder_name)).toEqual(['My First Folder'])
    const { folders } = await zoe.call(contract.listDashboardCollections, {})
    expect(folders.map(folder => folder.name)).toEqual(['My First Folder'])
  })

  test('COL-04 create, nest, describe, rename, list and read the breadcrumb', async () => {
    const top = await create('Research')
    expect(top).toMatchObject({ parent: ada.rootId, folder_count: 0, links_count: 0, desc: '' })
    expect(top.can).toMatchObject({ edit: true, trash: true, add: true })
    const middle = await create('Vernacular building', top._id)
    const low = await create('Baðstofa interiors', middle._id)
    const renamed = await ada.call(contract.updateCollection, {
      folder_id: low._id,
      name: 'Interiors',
      desc: 'Old',
    })
    expect(renamed).toMatchObject({ name: 'Interiors', desc: 'Old', parent: middle._id })

    const inside = await ada.call(contract.listSubcollections, { folder_id: middle._id })
    expect(inside.folder).toMatchObject({ _id: middle._id, folder_count: 1 })
    expect(inside.folders.map(folder => folder.name)).toEqual(['Interiors'])
    expect(inside.breadcrumb.map(entry => entry.name)).toEqual(['Research', 'Vernacular building'])
    const chain = await tree()
    expect(find(chain, low._id)).toMatchObject({ path: 'Research / Vernacular building / Interiors' })
    const { folder } = await ada.call(contract.getCollection, { folder_id: low._id })
    expect(folder.desc).toBe('Old')
  })

  test('COL-04 lists return pages of 50, sorted and filtered', async () => {
    const many = await create('Many')
    for (let n = 1; n <= 53; n++) {
      app.clock.now += 1
      await create(`Number ${n}`, many._id)
    }
    const page = (n: number, more = {}) =>
      ada.call(contract.listSubcollections, { folder_id: many._id, page: n, ...more })
    const first = await page(1)
    expect([first.folders.length, first.total, first.folders[0]!.name]).toEqual([50, 53, 'Number 53'])
    expect((await page(2)).folders.map(folder => folder.name)).toEqual(['Number 3', 'Number 2', 'Number 1'])
    expect((await page(1, { order: 2 })).folders[0]!.name).toBe('Number 1')
    const filtered = await page(1, { input: 'number 5' })
    expect([filtered.total, filtered.folders.length]).toEqual([5, 5])
    expect((await page(1, { input: '%' })).total).toBe(0)
  })

  test('COL-03 requires a name of at most 50 characters, and limits a description to 200', async () => {
    const refusal = (name: string, desc?: string) =>
      ada.call(contract.createCollection, { name, desc }).catch((error: Error) => error.message)
    expect(await refusal('  ')).toBe('Collection Name is required')
    expect(await refusal('x'.repeat(51))).toBe('Collection names can have up to 50 characters')
    expect(await refusal('fine', 'x'.repeat(201))).toBe('Descriptions can have up to 200 characters')
    expect((await create('x'.repeat(50))).name).toHaveLength(50)
  })
})

describe('COL-07 moving', () => {
  const move = (folders: string[], move_to?: string, who = ada) =>
    who.call(contract.moveCollections, { folders, move_to }).catch((error: Error) => error.message)

  test('COL-07 the three refusals with their exact messages', async () => {
    const outer = await create('Outer')
    const inner = await create('Inner', outer._id)
    expect(await move([], outer._id)).toBe('Choose atleast one folder')
    expect(await move([outer._id])).toBe('Choose destination folder')
    for (const target of [outer._id, inner._id])
      expect(await move([outer._id], target)).toBe('Collection can not be moved to its child or itself')
  })

  test('COL-06 does not move, rename or describe the root', async () => {
    const place = await create('Place')
    expect(await move([ada.rootId], place._id)).toMatch(/can’t be moved/)
    const renaming = ada.call(contract.updateCollection, { folder_id: ada.rootId, name: 'Mine' })
    await expect(renaming).rejects.toMatchObject({ status: 403, code: 'collections.rootFixed' })
  })

  test('COL-16 a move includes all descendants and their counters', async () => {
    const from = await create('From')
    const to = await create('To')
    const top = await create('Top', from._id)
    const leaf = await create('Leaf', top._id)
    expect(await move([top._id], to._id)).toMatchObject({ moved: 1 })
    const folder = async (id: string) => (await ada.call(contract.getCollection, { folder_id: id })).folder
    expect([(await folder(from._id)).folder_count, (await folder(to._id)).folder_count]).toEqual([0, 1])
    expect(find(await tree(), leaf._id)?.path).toBe('To / Top / Leaf')
  })

  test('C02 two concurrent moves never create a cycle', async () => {
    for (let round = 0; round < 10; round++) {
      const [one, two] = [await create('One'), await create('Two')]
      await Promise.all([move([one._id], two._id), move([two._id], one._id)])
      const chain = await tree()
      expect([find(chain, one._id), find(chain, two._id)].every(Boolean)).toBe(true)
    }
  })

  test('C01 rejects more than 1,000 levels, and existing ones remain readable and movable', async () => {
    const first = await create('Level 1')
    const ids = [first._id, ...Array.from({ length: limits.collectionDepth - 2 }, (_, n) => `level ${n + 2}`)]
    // Written directly to the database: a thousand calls would take a minute.
    const rows = ids.slice(1).map((id, n) => {
      const name = `Level ${n + 2}`
      const [parent_id, at] = [ids[n]!, app.clock.now]
      return {
        id,
        owner_id: ada.id,
        parent_id,
        name,
        name_key: name.toLowerCase(),
        descr: '',
        created_at: at,
      }
    })
    await app.services.db.write(async tx => {
      await tx
        .insertInto('collections')
        .values(rows.map(row => ({ ...row, updated_at: row.created_at })))
        .execute()
    })
    const parent = (await create('Level 1000', ids.at(-1)))._id
    await expect(create('Too deep', parent)).rejects.toMatchObject({ code: 'collections.tooDeep' })
    const { breadcrumb } = await ada.call(contract.listSubcollections, { folder_id: parent })
    expect(breadcrumb).toHaveLength(limits.collectionDepth)
    const { path } = find(await tree(), parent)!
    expect(path).toMatch(/^… .* \/ Level 999 \/ Level 1000$/)
    expect(path.length).toBeLessThanOrEqual(2000)
    const outer = await create('Outer')
    expect(await move([ids[0]!], outer._id)).toBe('Collections can be nested up to 1,000 levels deep')
    expect(await move([ids[1]!], outer._id)).toMatchObject({ moved: 1 })
    const moved = await ada.call(contract.listSubcollections, { folder_id: parent })
    expect(moved.breadcrumb.slice(0, 2).map(each => each.name)).toEqual(['Outer', 'Level 2'])
  })
})

describe('Z02 users without access', () => {
  test('Z01 Z02 Z04 does not read, change or move anything of another person, or use it as a destination', async () => {
    const hers = await create('Private')
    const his = await create('His', undefined, xaver)
    const tries = [
      xaver.call(contract.getCollection, { folder_id: hers._id }),
      xaver.call(contract.listSubcollections, { folder_id: hers._id }),
      xaver.call(contract.updateCollection, { folder_id: hers._id, name: 'Mine now' }),
      xaver.call(contract.createCollection, { name: 'Planted', parent: hers._id }),
      xaver.call(contract.moveCollections, { folders: [hers._id], move_to: his._id }),
      xaver.call(contract.moveCollections, { folders: [his._id], move_to: hers._id }),
      xaver.call(contract.trashCollections, { folderIdArr: [hers._id] }),
      xaver.call(contract.favouriteCollection, { folder_id: hers._id, is_fav: 1 }),
      app.as(null)(contract.getCollection, { folder_id: hers._id }),
    ]
    for (const outcome of await Promise.allSettled(tries))
      expect(outcome).toMatchObject({
        status: 'rejected',
        reason: { message: expect.stringMatching(/^(No|Private) Folder( Found)?!$/), data: null },
      })
    expect(find(await tree(), hers._id)).toMatchObject({ folder_name: 'Private', children: [] })
  })

  test('T01 a missing and an invalid token get 401 with their messages', async () => {
    await expect(app.as(null)(contract.getTree, {})).rejects.toMatchObject({
      status: 401,
      message: 'No Token Found!',
    })
    await expect(app.as('wrong')(contract.getTree, {})).rejects.toMatchObject({
      status: 401,
      message: 'Token Expired!',
    })
  })
})

test('C06 rejects an outdated edit with the current values, also of two concurrent edits', async () => {
  const place = await ada.call(contract.createCollection, { name: 'Archive', desc: 'Old' })
  const before = { name: 'Archive', desc: 'Old' }
  const rename = (name: string) =>
    ada
      .call(contract.updateCollection, { folder_id: place._id, name, before })
      .then(() => 'done')
      .catch((error: { status: number; code: string; data: { folder: { name: string } } }) => error)
  const outcomes = await Promise.all([rename('Mine'), rename('Theirs')])
  const refused = outcomes.filter(outcome => typeof outcome !== 'string')
  expect(refused).toMatchObject([{ status: 409, code: 'collections.changedElsewhere' }])
  const now = (await ada.call(contract.getCollection, { folder_id: place._id })).folder
  expect(refused[0]!.data.folder).toMatchObject({ name: now.name, desc: 'Old' })
  expect(['Mine', 'Theirs']).toContain(now.name)
  // Without the previous values the last write wins.
  await ada.call(contract.updateCollection, { folder_id: place._id, name: 'Anything' })
})

test('FAV-02 favourite collections, and the message for an empty list', async () => {
  const zoe = await signIn(app, 'zoe', 2)
  const answer = await fetch(`${app.origin}/api/get-fav-folders`, {
    method: 'POST',
    headers: { authorization: `Bearer ${zoe.token}` },
  })
  expect(await answer.json()).toMatchObject({ status: 200, message: 'No folders in favourites!', data: [] })
  const mine = await create('Dear', undefined, zoe)
  await zoe.call(contract.favouriteCollection, { folder_id: mine._id, is_fav: 1 })
  await zoe.call(contract.favouriteCollection, { folder_id: mine._id, is_fav: 1 })
  expect(
    (await zoe.call(contract.listFavouriteCollections, {})).map(each => [each.name, each.favourite]),
  ).toEqual([['Dear', 1]])
  await zoe.call(contract.favouriteCollection, { folder_id: mine._id, is_fav: 0 })
  expect(await zoe.call(contract.listFavouriteCollections, {})).toEqual([])
})

test('OFFLINE ten identical requests create one collection, even after the deletion of its parent; another key creates another', async () => {
  const parent = await ada.call(contract.createCollection, { name: 'Parent' })
  const form = { name: 'Made once', parent: parent._id }
  const send = (idempotencyKey: string, who = ada, more = {}) =>
    who.call(contract.createCollection, { ...form, ...more }, { idempotencyKey })
  const made = await Promise.all(Array.from({ length: 10 }, () => send('create-1')))
  expect(new Set(made.map(each => each._id)).size).toBe(1)
  const inside = async () =>
    (await ada.call(contract.listSubcollections, { folder_id: parent._id })).folders.map(each => each._id)
  expect(await inside()).toEqual([made[0]!._id])
  expect((await send('create-2'))._id).not.toBe(made[0]!._id)
  expect((await inside()).length).toBe(2)
  // Another person's identical key is independent and reveals nothing.
  const xaver = await signIn(app, 'xaver')
  const other = await send('create-1', xaver, { parent: null })
  expect([other._id === made[0]!._id, other.role]).toEqual([false, 'owner'])
  await ada.call(contract.trashCollections, { folderIdArr: [parent._id] })
  expect((await send('create-1'))._id).toBe(made[0]!._id)
  await expect(send('create-3')).rejects.toMatchObject({ code: 'collections.inTrash' })
})

test('COL-04 names sort with their numbers in numerical order, in lists and in the tree', async () => {
  const owner = await signIn(app, 'ada')
  const top = await owner.call(contract.createCollection, { name: 'Levels' })
  for (const name of ['L10', 'L2', 'l1'])
    await owner.call(contract.createCollection, { name, parent: top._id })
  const list = async (order: 1 | 2) =>
    (await owner.call(contract.listSubcollections, { folder_id: top._id, sort: 'name', order })).folders.map(
      each => each.name,
    )
  expect((await list(1)).toSorted()).toEqual((await list(2)).toSorted())
  expect([await list(1), await list(2)]).toContainEqual(['l1', 'L2', 'L10'])
  const find = (node: TreeNode): TreeNode | undefined =>
    node._id === top._id ? node : node.children.map(find).find(Boolean)
  const runInLockedTree = find(await owner.call(contract.getTree, {}))!.children.map(each => each.folder_name)
  await owner.call(contract.updateCollection, {
    folder_id: (await owner.call(contract.listSubcollections, { folder_id: top._id })).folders.find(
      each => each.name === 'L2',
    )!._id,
    name: 'L30',
  })
  expect(runInLockedTree).toEqual(['l1', 'L2', 'L10'])
  expect([await list(1), await list(2)]).toContainEqual(['l1', 'L10', 'L30'])
})
