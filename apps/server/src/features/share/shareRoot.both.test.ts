import { listSharedCollections, setPermissions } from '@nestmark/contract/sharing/share'
import {
  createCollection,
  favouriteCollection,
  listFavouriteCollections,
  getCollection,
  listSubcollections,
  moveCollections,
  trashCollections,
  updateCollection,
} from '@nestmark/contract/collections'
import { undo } from '@nestmark/contract/jobs'
import { listCollectionLinks, saveLink, trashLinks } from '@nestmark/contract/links/links'
import { searchLibrary } from '@nestmark/contract/search/search'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { checkIntegrity } from '../../db/integrity.ts'
import { startApp, type TestApp } from '../../test/support/app.ts'
import { waitForEnd } from '../../test/support/jobs.ts'
import { toOutcome, type Person, signIn } from '../../test/support/people.ts'

let app: TestApp
let ada: Person
let willem: Person
/** Ada's: Above > Turf > Walls; Willem may write in Turf. */
let above: string
let turf: string
let walls: string
beforeAll(async () => {
  app = await startApp()
})
afterAll(async () => {
  expect((await checkIntegrity(app.services.db)).findings).toEqual([])
  await app.stop()
})
beforeEach(async () => {
  ada = await signIn(app, 'ada', 2)
  willem = await signIn(app, 'willem')
  above = await make('Above')
  turf = await make('Turf', above)
  walls = await make('Walls', turf)
  await share(turf)
})

const make = async (name: string, parent?: string, who = ada) =>
  (await who.call(createCollection, { name, ...(parent && { parent }) }))._id
const share = (folder_id: string, mayWrite = true) =>
  ada.call(setPermissions, {
    folder_id,
    read: 1,
    write: mayWrite ? 1 : 0,
    [mayWrite ? 'write_members' : 'read_members']: [willem.id],
  })
const trash = (who: Person, folderIdArr: string[], isTrash: 0 | 1 = 1) =>
  who.call(trashCollections, { folderIdArr, isTrash })
const folderOf = async (folder_id: string, who = willem) =>
  (await who.call(getCollection, { folder_id })).folder

describe('SHR-06 Z06 the root of a share', () => {
  test('SHR-06 Z06 a writer cannot trash it, alone or with others; its owner can', async () => {
    expect(await toOutcome(trash(willem, [turf]))).toBe('collections.readOnly')
    expect(await toOutcome(trash(willem, [walls, turf]))).toBe('collections.readOnly')
    expect((await folderOf(walls)).is_trash).toBe(0)
    await trash(ada, [turf])
    expect(await toOutcome(trash(willem, [turf], 0))).toBe('collections.readOnly')
    await trash(ada, [turf], 0)
    expect((await folderOf(turf)).is_trash).toBe(0)
  })

  test('SHR-06 a writer can trash and restore its descendants, with all their content', async () => {
    const roof = await make('Roof', walls, willem)
    await willem.call(saveLink, { name: 'Sod', desc: 'x', category: 4, parent: roof })
    await trash(willem, [walls])
    expect((await folderOf(walls)).is_trash).toBe(1)
    await trash(willem, [walls], 0)
    expect((await willem.call(listCollectionLinks, { folder_id: roof })).total).toBe(1)
    // A writer may also change the links of the root, and its name and description.
    const link = (await willem.call(saveLink, { name: 'Sod', desc: 'x', category: 4, parent: turf }))._id
    await willem.call(trashLinks, { linkIdArr: [link] })
    await willem.call(updateCollection, { folder_id: turf, name: 'Turf and timber' })
  })

  test('SHR-06 a collection shared again below a writable share is not a root', async () => {
    await share(walls)
    expect((await folderOf(walls)).can.trash).toBe(true)
    await trash(willem, [walls])
    await trash(willem, [walls], 0)
    // Moved out of the upper share, it becomes a root.
    await ada.call(moveCollections, { folders: [walls], move_to: above })
    expect((await folderOf(walls)).can.trash).toBe(false)
    expect(await toOutcome(trash(willem, [walls]))).toBe('collections.readOnly')
  })

  test('SHR-06 Z06 a writable collection below a readable one is a root', async () => {
    await share(above, false)
    expect((await folderOf(turf)).can).toMatchObject({ edit: true, add: true, trash: false })
    expect(await toOutcome(trash(willem, [turf]))).toBe('collections.readOnly')
    // An action on all sub-collections of a readable collection is refused completely, because one is a root.
    const all = willem.call(trashCollections, { every: { folder_id: above }, isTrash: 1 })
    expect(await toOutcome(all)).toBe('collections.readOnly')
    await willem.call(trashCollections, { every: { folder_id: turf }, isTrash: 1 })
    expect((await folderOf(walls)).is_trash).toBe(1)
  })

  test('SHR-06 Z06 many in one call: rejects the call before it queues a job; a job does not trash a collection that became a root concurrently', async () => {
    const many = await Promise.all(Array.from({ length: 7 }, (_, n) => make(`Number ${n}`, turf)))
    expect(await toOutcome(trash(willem, [...many, turf]))).toBe('collections.readOnly')
    const { job } = await trash(willem, many)
    expect((await waitForEnd(willem, job)).bulk).toMatchObject({ changed: 7, left: 0 })
    const back = await trash(willem, many, 0)
    expect((await waitForEnd(willem, back.job)).bulk).toMatchObject({ changed: 7, left: 0 })
    // Undoing the restore would trash a collection that is a root by now.
    await share(many[0]!)
    await ada.call(moveCollections, { folders: [many[0]!], move_to: above })
    const undone = await willem.call(undo, { undo: back.job! })
    expect((await waitForEnd(willem, undone.job)).bulk).toMatchObject({ changed: 6 })
    expect((await folderOf(many[0]!)).is_trash).toBe(0)
    expect((await folderOf(many[1]!)).is_trash).toBe(1)
  })

  test('SHR-06 every response has can.trash false for a root and true below it', async () => {
    await willem.call(favouriteCollection, { folder_id: turf, is_fav: 1 })
    await willem.call(favouriteCollection, { folder_id: walls, is_fav: 1 })
    const inAbove = async () => (await ada.call(listSubcollections, { folder_id: above })).folders
    const answers = {
      data: [await folderOf(turf), await folderOf(walls)],
      inside: (await willem.call(listSubcollections, { folder_id: turf })).folders,
      favourites: await willem.call(listFavouriteCollections, {}),
      shared: await willem.call(listSharedCollections, {}),
      found: [
        ...(await willem.call(searchLibrary, { input: 'turf' })).folders,
        ...(await willem.call(searchLibrary, { input: 'walls' })).folders,
      ],
    }
    for (const [name, folders] of Object.entries(answers)) {
      expect(folders.length, name).toBeGreaterThan(0)
      for (const folder of folders)
        expect([name, folder.name, folder.can.trash]).toEqual([name, folder.name, folder.name === 'Walls'])
    }
    expect((await inAbove()).map(each => each.can.trash)).toEqual([true])
    expect(JSON.stringify(answers)).not.toContain('shareRoot')
  })
})
