import * as collections from '@nestmark/contract/collections'
import { listDashboardLinks, getLink, saveLink, trashLinks } from '@nestmark/contract/links/links'
import type { TreeNode } from '@nestmark/contract/shapes'
import * as contract from '@nestmark/contract/trash'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/support/app.ts'
import { type Person, signIn } from '../../test/support/people.ts'

let app: TestApp
let ada: Person
beforeAll(async () => {
  app = await startApp()
})
beforeEach(async () => {
  ada = await signIn(app, 'ada')
})
afterAll(() => app.stop())

const create = (name: string, parent?: string) => ada.call(collections.createCollection, { name, parent })
const save = (name: string, parent?: string) =>
  ada.call(saveLink, { name, link: 'https://example.org', category: 3, parent })
const trash = (ids: string[], isTrash: 0 | 1) =>
  ada.call(collections.trashCollections, { folderIdArr: ids, isTrash })
const total = async () => (await ada.call(listDashboardLinks, {})).total
const paths = (node: TreeNode): string[] => node.children.flatMap(child => [child.path, ...paths(child)])
const tree = async () =>
  paths(await ada.call(collections.getTree, {})).filter(path => path !== 'My First Folder')

test('TRSH-05 trashes a collection with all its descendants, and restores exactly those', async () => {
  const top = await create('Top')
  const middle = await create('Middle', top._id)
  await create('Low', middle._id)
  const trashedBefore = await create('Deleted before', top._id)
  await save('In middle', middle._id)
  await save('Elsewhere')
  await trash([trashedBefore._id], 1)
  await trash([top._id], 1)
  expect([await tree(), await total()]).toEqual([[], 1])
  const trashed = await ada.call(contract.listTrashedCollections, {})
  expect([trashed.total, trashed.folders.map(each => each.name).sort()]).toEqual([
    2,
    ['Deleted before', 'Top'],
  ])

  await trash([top._id], 0)
  expect([await tree(), await total()]).toEqual([['Top', 'Top / Middle', 'Top / Middle / Low'], 2])
  expect((await ada.call(contract.listTrashedCollections, {})).folders.map(each => each.name)).toEqual([
    'Deleted before',
  ])
})

test('TRSH-01 TRSH-05 a trashed collection counts everything inside, and says where it was and when a user trashed it', async () => {
  const outer = await create('Outer')
  const inner = await create('Inner', outer._id)
  const top = await create('Top', inner._id)
  const middle = await create('Middle', top._id)
  const low = await create('Low', middle._id)
  await save('In top', top._id)
  for (const n of [1, 2]) await save(`Deep ${n}`, low._id)
  app.clock.now += 1000
  await trash([top._id], 1)
  const { folders } = await ada.call(contract.listTrashedCollections, {})
  expect(folders).toMatchObject([
    {
      name: 'Top',
      links_count: 1,
      was_in: 'Outer / Inner',
      trashed_at: app.clock.now,
      inside: { category_counts: [0, 0, 3, 0, 0], collections: 2, levels: 2 },
    },
  ])
  await trash([outer._id], 1)
  const both = await ada.call(contract.listTrashedCollections, {})
  // The collection that was trashed before is not counted twice.
  expect(both.folders.map(each => [each.name, each.was_in, each.inside?.collections]).sort()).toEqual([
    ['Outer', '', 1],
    ['Top', 'Outer / Inner', 2],
  ])
})

test('TRSH-02 the numbers of a permanent deletion are those of what it deletes', async () => {
  const outer = await create('Outer')
  const inner = await create('Inner', outer._id)
  const other = await create('Other')
  const deleted = await save('Trashed before', outer._id)
  for (const place of [outer, inner, inner, other]) await save('Inside', place._id)
  const count = (input: object) => ada.call(contract.countTrash, input)
  await ada.call(trashLinks, { linkIdArr: [deleted._id], isTrash: 1 })
  for (const each of [inner, outer, other]) await trash([each._id], 1)
  expect(await count({ folderIdArr: [inner._id] })).toEqual({ links: 2, collections: 1 })
  expect(await count({ folderIdArr: [outer._id] })).toEqual({ links: 4, collections: 2 })
  expect(await count({ folderIdArr: [outer._id, inner._id] })).toEqual({ links: 4, collections: 2 })
  expect(await count({ every: { trash: 1 } })).toEqual({ links: 5, collections: 3 })
  expect(await count({ every: { trash: 1 }, except: [other._id] })).toEqual({ links: 4, collections: 2 })
  await ada.call(contract.deleteTrashedCollections, { folderIdArr: [outer._id] })
  expect(await count({ every: { trash: 1 } })).toEqual({ links: 1, collections: 1 })
  await expect(count({ folderIdArr: [ada.rootId] })).rejects.toMatchObject({ status: 404 })
})

test('TRSH-05 lists inside a collection what the user trashed with it', async () => {
  const top = await create('Top')
  const middle = await create('Middle', top._id)
  const before = await create('Deleted before', top._id)
  await save('Low', (await create('Low', middle._id))._id)
  await trash([before._id], 1)
  await trash([top._id], 1)
  const inside = await ada.call(collections.listSubcollections, { folder_id: top._id })
  expect(inside).toMatchObject({
    total: 1,
    folders: [{ name: 'Middle', is_trash: 1, inside: { category_counts: [0, 0, 1, 0, 0], collections: 1 } }],
  })
})

test('TRSH-05 when the parent is in the trash too, a restored collection moves to the nearest live ancestor, and the response names it', async () => {
  const a = await create('A')
  const b = await create('B', a._id)
  const c = await create('C', b._id)
  await trash([c._id], 1)
  await trash([b._id], 1)
  const { placed } = await trash([c._id], 0)
  expect(placed).toEqual([{ _id: c._id, parent: a._id, parent_name: 'A' }])
  expect(await tree()).toEqual(['A', 'A / C'])
  await ada.call(contract.deleteTrashedCollections, { folderIdArr: [b._id] })
  expect(await tree()).toEqual(['A', 'A / C'])
})

test('TRSH-03 links: trash, restore, delete permanently; restores a link whose collection is in the trash to the root', async () => {
  const place = await create('Place')
  const [one, two] = [await save('One', place._id), await save('Two', place._id)]
  const setTrash = (ids: string[], isTrash: 0 | 1) => ada.call(trashLinks, { linkIdArr: ids, isTrash })
  expect(await setTrash([one._id, two._id], 1)).toMatchObject({ changed: 2 })
  expect((await ada.call(contract.listTrashedLinks, {})).links.map(link => link.name).sort()).toEqual([
    'One',
    'Two',
  ])
  await trash([place._id], 1)
  await setTrash([one._id], 0)
  expect((await ada.call(getLink, { link_id: one._id })).link.parent).toBe(ada.rootId)
  expect(await ada.call(contract.deleteTrashedLinks, { linkIdArr: [two._id] })).toEqual({ changed: 1 })
  await expect(ada.call(getLink, { link_id: two._id })).rejects.toMatchObject({ status: 404 })
  await expect(ada.call(contract.deleteTrashedLinks, { linkIdArr: [one._id] })).rejects.toMatchObject({
    status: 404,
  })
  expect(await total()).toBe(1)
})

test('TRSH-03 emptying responds with its message and deletes only one kind', async () => {
  const place = await create('Place')
  const inside = await save('Inside', place._id)
  const loose = await save('Loose')
  await trash([place._id], 1)
  await ada.call(trashLinks, { linkIdArr: [loose._id], isTrash: 1 })
  const empty = async (type: number) => {
    const answer = await fetch(`${app.origin}/api/empty-trash`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ada.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ type }),
    })
    return ((await answer.json()) as { message: string }).message
  }
  expect(await empty(1)).toBe('Trash is succesfully  Emptied')
  await expect(ada.call(getLink, { link_id: inside._id })).rejects.toMatchObject({ status: 404 })
  expect((await ada.call(contract.listTrashedLinks, {})).total).toBe(1)
  expect(await empty(2)).toBe('Trash is succesfully  Emptied')
  expect((await ada.call(contract.listTrashedLinks, {})).total).toBe(0)
})

test('TRSH-03 emptying an empty trash changes nothing', async () => {
  expect(await ada.call(contract.emptyTrash, { type: 1 })).toEqual({ changed: 0 })
  expect(await ada.call(contract.emptyTrash, { type: 2 })).toEqual({ changed: 0 })
})

test('COL-06 does not trash the root', async () => {
  await expect(trash([ada.rootId], 1)).rejects.toMatchObject({ code: 'collections.rootFixed' })
})

test('C03 adds nothing to a trashed collection', async () => {
  const place = await create('Place')
  const nested = await create('Nested', place._id)
  await trash([place._id], 1)
  for (const id of [place._id, nested._id]) {
    await expect(save('Late', id)).rejects.toMatchObject({ code: 'collections.inTrash' })
    await expect(create('Late', id)).rejects.toMatchObject({ code: 'collections.inTrash' })
  }
})

test('C03 a concurrent trash and addition leave no link outside the trash', async () => {
  for (let round = 0; round < 5; round++) {
    const place = await create('Place')
    const adding = Array.from({ length: 8 }, (_, n) => create(`Racer ${n}`, place._id).catch(() => null))
    await Promise.all([...adding, trash([place._id], 1)])
    expect(await tree()).toEqual([])
  }
})

test('C03 concurrent saves, moves and trash actions all end, and every counter is correct', async () => {
  const [one, two] = [await create('One'), await create('Two')]
  const actions: Promise<unknown>[] = []
  for (let n = 0; n < 12; n++) {
    actions.push(save(`Link ${n}`, n % 2 ? one._id : two._id).catch((error: { code: string }) => error.code))
    if (n % 4 === 0) actions.push(trash([one._id], n % 8 ? 0 : 1))
    if (n % 5 === 0)
      actions.push(
        ada.call(collections.moveCollections, { folders: [two._id], move_to: ada.rootId }).catch(() => null),
      )
  }
  const outcomes = await Promise.all(actions)
  expect(
    outcomes.filter(outcome => typeof outcome === 'string' && outcome !== 'collections.inTrash'),
  ).toEqual([])
  await trash([one._id], 0)
  const counted = async (id: string) =>
    (await ada.call(collections.getCollection, { folder_id: id })).folder.links_count
  const listed = (await ada.call(listDashboardLinks, {})).links.length
  expect([(await counted(one._id)) + (await counted(two._id)), await total()]).toEqual([listed, listed])
})
