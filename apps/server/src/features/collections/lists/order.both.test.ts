import * as contract from '@nestmark/contract/collections'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/support/app.ts'
import { type Person, signIn } from '../../../test/support/people.ts'

let app: TestApp
let ada: Person
beforeAll(async () => {
  app = await startApp()
})
beforeEach(async () => {
  ada = await signIn(app, 'ada')
})
afterAll(() => app.stop())

const create = (name: string, parent?: string) => ada.call(contract.createCollection, { name, parent })
const names = async (folder_id: string, sort: 'date' | 'name' | 'hand', order: 1 | 2 = 2) =>
  (await ada.call(contract.listSubcollections, { folder_id, sort, order })).folders.map(each => each.name)
const place = (folder_id: string, before?: string) =>
  ada.call(contract.placeCollection, { folder_id, before })

test('COL-04 COL-02 collections by date, by name and in manual order, which the tree follows', async () => {
  const top = await create('Top')
  const [c, a, b] = [await create('c', top._id), await create('Á', top._id), await create('b', top._id)]
  expect(await names(top._id, 'name')).toEqual(['Á', 'b', 'c'])
  expect(await names(top._id, 'name', 1)).toEqual(['c', 'b', 'Á'])
  expect(await names(top._id, 'hand')).toEqual(['Á', 'b', 'c'])
  await place(c._id, b._id)
  expect(await names(top._id, 'hand')).toEqual(['Á', 'c', 'b'])
  await place(a._id)
  expect(await names(top._id, 'hand')).toEqual(['c', 'b', 'Á'])
  await create('0 last', top._id)
  expect(await names(top._id, 'hand')).toEqual(['c', 'b', 'Á', '0 last'])
  const tree = await ada.call(contract.getTree, {})
  const runInLockedTree = tree.children.find(node => node._id === top._id)!
  expect(runInLockedTree.children.map(node => node.folder_name)).toEqual(['c', 'b', 'Á', '0 last'])
})

test('COL-04 a hundred insertions into the same gap keep the order', async () => {
  const top = await create('Top')
  const first = await create('first', top._id)
  const last = await create('last', top._id)
  await place(last._id)
  const wanted = []
  for (let n = 0; n < 40; n++) {
    const { _id } = await create(`n ${n}`, top._id)
    await place(_id, last._id)
    wanted.push(`n ${n}`)
  }
  expect(await names(top._id, 'hand')).toEqual(['first', ...wanted, 'last'])
  await place(last._id, first._id)
  expect((await names(top._id, 'hand'))[0]).toBe('last')
})

test("COL-06 does not position the root, trashed collections or other people's siblings", async () => {
  const [one, two] = [await create('One'), await create('Two')]
  const inner = await create('Inner', two._id)
  await expect(place(ada.rootId)).rejects.toMatchObject({ code: 'collections.rootFixed' })
  await expect(place(one._id, inner._id)).rejects.toMatchObject({ code: 'collections.notFound' })
  const xaver = await signIn(app, 'xaver')
  await expect(xaver.call(contract.placeCollection, { folder_id: one._id })).rejects.toMatchObject({
    status: 404,
  })
  await ada.call(contract.trashCollections, { folderIdArr: [one._id] })
  await expect(place(one._id)).rejects.toMatchObject({ code: 'collections.inTrash' })
})

test('COL-13 the breadcrumb has the path and the owner', async () => {
  const top = await create('Top')
  const inner = await create('Inner', top._id)
  const { breadcrumb } = await ada.call(contract.getCollection, { folder_id: inner._id })
  expect(breadcrumb).toEqual([
    { _id: top._id, name: 'Top', parent: ada.rootId, label: 'My collections' },
    { _id: inner._id, name: 'Inner', parent: top._id, label: 'My collections' },
  ])
})
