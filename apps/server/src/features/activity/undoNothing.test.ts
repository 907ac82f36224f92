import { undoActivity } from '@nestmark/contract/activity'
import { createCollection, trashCollections } from '@nestmark/contract/collections'
import { undo } from '@nestmark/contract/jobs'
import {
  deleteLinks,
  favouriteLinks,
  listCollectionLinks,
  moveLinks,
  saveLink,
  saveLinks,
  tagLinks,
  trashLinks,
} from '@nestmark/contract/links/links'
import { leaveCollection, setPermissions } from '@nestmark/contract/sharing/share'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { findUndoRecord } from '../../undo/store.ts'
import { toUndoNote, undoRecord } from '../bulk/undo.ts'
import { waitForEnd } from '../../test/support/jobs.ts'
import { toOutcome, type Person } from '../../test/support/people.ts'
import { ada, app, folder, list, rosa, setUpFixture, share, turf, willem } from './fixture.testing.ts'

let walls: string
setUpFixture()
beforeEach(async () => {
  await share()
  walls = await folder('Walls', turf)
})

const note = (name: string) => ({ name, desc: 'A note', category: 4 as const })
const save = async (name: string, parent = turf, who: Person = ada) =>
  (await who.call(saveLink, { ...note(name), parent }))._id
const saveMany = async (n: number, parent = turf) =>
  (
    await ada.call(saveLinks, { parent, links: Array.from({ length: n }, (_, at) => note(`Link ${at}`)) })
  ).links.map(link => link._id)
const titles = async (folder_id = turf, who = ada) =>
  (await who.call(listCollectionLinks, { folder_id })).links.map(link => link.name).sort()
const removeWillem = () =>
  ada.call(setPermissions, { folder_id: turf, read: 1, write: 0, read_members: [rosa.id] })
const newest = async (folder_id = turf) => (await list(ada, folder_id))[0]!
const undoBy = (who: Person, key: string | undefined) => who.call(undo, { undo: key! })
const undoEntry = (who: Person, activity_id: string) => who.call(undoActivity, { activity_id })

/**
 * Returns everything that an undo could leave behind: activity lists, undo records, and queued webhook events and
 * notifications.
 */
async function records() {
  const { read } = app.services.db
  const tables = ['activities', 'undo_records', 'undo_links', 'undo_collections', 'notifications'] as const
  const rows = await Promise.all(tables.map(table => read.selectFrom(table).selectAll().execute()))
  return rows.map(each => each.map(row => JSON.stringify(row)).sort())
}

describe('Z07 a removed member can undo nothing, and records nothing', () => {
  const actions: [string, () => Promise<string | undefined>][] = [
    ['trashed links', async () => (await willem.call(trashLinks, { linkIdArr: [await save('One')] })).undo],
    [
      'restored links',
      async () => {
        const link = await save('One')
        await ada.call(trashLinks, { linkIdArr: [link] })
        return (await willem.call(trashLinks, { linkIdArr: [link], isTrash: 0 })).undo
      },
    ],
    [
      'moved links',
      async () => (await willem.call(moveLinks, { links: [await save('One')], move_to: walls })).undo,
    ],
    [
      'tagged links',
      async () =>
        (await willem.call(tagLinks, { links: [await save('One')], added_tags_name: ['sod'] })).undo,
    ],
    [
      'favourites',
      async () => (await willem.call(favouriteLinks, { links: [await save('One')], is_fav: 1 })).undo,
    ],
    ['trashed collections', async () => (await willem.call(trashCollections, { folderIdArr: [walls] })).undo],
    [
      'restored collections',
      async () => {
        await ada.call(trashCollections, { folderIdArr: [walls] })
        return (await willem.call(trashCollections, { folderIdArr: [walls], isTrash: 0 })).undo
      },
    ],
  ]
  test.each(actions)('Z07 of %s', async (_name, act) => {
    const key = await act()
    await removeWillem()
    const before = await records()
    expect(await toOutcome(undoBy(willem, key))).toBe('undo.expired')
    expect(await records()).toEqual(before)
  })

  test.each(actions.filter(([name]) => name !== 'favourites'))(
    'Z07 the owner can still undo %s',
    async (_name, act) => {
      const key = await act()
      await removeWillem()
      await toOutcome(undoBy(willem, key))
      const entry = (await list(ada)).find(each => each.by?.name === 'willem')!
      expect(entry).toMatchObject({ can_undo: true, undone: null })
      expect(await undoEntry(ada, entry._id)).toMatchObject({ changed: 1, left: 0 })
    },
  )

  test('Z07 the same for many links, which a job would undo', async () => {
    const links = await saveMany(8)
    const { job } = await willem.call(trashLinks, { linkIdArr: links })
    await waitForEnd(willem, job!)
    await removeWillem()
    const before = await records()
    expect(await toOutcome(undoBy(willem, job))).toBe('undo.expired')
    expect(await records()).toEqual(before)
    const { job: undoing } = await undoEntry(ada, (await newest())._id)
    await waitForEnd(ada, undoing!)
    expect(await titles()).toHaveLength(8)
  })

  test('Z07 a member removed while the job waits marks nothing, and the owner can undo afterwards', async () => {
    const links = await saveMany(8)
    const { job } = await willem.call(trashLinks, { linkIdArr: links })
    await waitForEnd(willem, job!)
    const { services } = app
    // One transaction queues the job and removes its person, so that the job always runs after the removal.
    const actor = { personId: willem.id, sessionId: 'any', rootId: willem.rootId, plan: 1 }
    const { job: undoing } = await services.db.write(async tx => {
      const record = (await findUndoRecord(tx, willem.id, job!, app.clock.now))!
      const taken = await undoRecord(tx, actor, record, {
        at: app.clock.now,
        plain: false,
        undoing: toUndoNote(record, record),
      })
      await tx.deleteFrom('shares').where('person_id', '=', willem.id).execute()
      return taken
    })
    services.jobs.wake()
    const { bulk } = await waitForEnd(willem, undoing!)
    expect(bulk).toMatchObject({ changed: 0, left: 8 })
    expect(await newest()).toMatchObject({ can_undo: true, undone: null })
    await waitForEnd(ada, (await undoEntry(ada, (await newest())._id)).job!)
    expect(await titles()).toHaveLength(8)
  })

  test('Z07 a member removed between two batches undoes nothing more, and the owner can undo the rest', async () => {
    for (let n = 0; n < 5; n++) await saveMany(90)
    const { job } = await willem.call(trashLinks, { every: { folder_id: turf } })
    await waitForEnd(willem, job!)
    const { services } = app
    const { run } = services.batches
    let batches = 0
    const removing: typeof run = async (owner, work, options) => {
      if (++batches === 2)
        await services.db.write(tx => tx.deleteFrom('shares').where('person_id', '=', willem.id).execute())
      return run(owner, work, options)
    }
    Object.assign(services.batches, { run: removing })
    onTestFinished(() => void Object.assign(services.batches, { run }))
    const { job: undoing } = await undoBy(willem, job)
    const end = await waitForEnd(willem, undoing!)
    expect(end).toMatchObject({ state: 'failed', bulk: { changed: 400, left: 50 } })
    expect(await newest()).toMatchObject({ can_undo: true, undone: null })
    const rest = await waitForEnd(ada, (await undoEntry(ada, (await newest())._id)).job!)
    expect(rest).toMatchObject({ state: 'done', bulk: { changed: 50, left: 0 } })
  })

  test('Z05 Z07 a member who became a reader undoes nothing, nor does one who left', async () => {
    const { undo: key } = await willem.call(trashLinks, { linkIdArr: [await save('One')] })
    await ada.call(setPermissions, {
      folder_id: turf,
      read: 1,
      write: 0,
      read_members: [rosa.id, willem.id],
    })
    const before = await records()
    expect(await toOutcome(undoBy(willem, key))).toBe('undo.expired')
    await willem.call(leaveCollection, { folder_id: turf })
    expect(await toOutcome(undoBy(willem, key))).toBe('undo.expired')
    expect((await records()).slice(0, 4)).toEqual(before.slice(0, 4))
  })

  test('Z07 a remaining reader can undo changes to their own favourites', async () => {
    const { undo: key } = await rosa.call(favouriteLinks, { links: [await save('One')], is_fav: 1 })
    expect(await undoBy(rosa, key)).toMatchObject({ changed: 1, left: 0 })
  })

  test('Z07 undoes only the own part of an action in two libraries; the other remains for its owner', async () => {
    const [shared, own] = [await save('Shared'), await save('Own', willem.rootId, willem)]
    const { undo: key } = await willem.call(trashLinks, { linkIdArr: [shared, own] })
    await removeWillem()
    expect(await undoBy(willem, key)).toMatchObject({ changed: 1, left: 0 })
    expect(await titles(willem.rootId, willem)).toEqual(['Own'])
    expect(await newest()).toMatchObject({ can_undo: true, undone: null })
    expect(await undoEntry(ada, (await newest())._id)).toMatchObject({ changed: 1, left: 0 })
    expect(await titles()).toEqual(['Shared'])
  })
})

describe('C06 when every item has changed since, undo marks nothing as undone', () => {
  test('C06 links that moved again: by key and from the list, and a later undo still works', async () => {
    const link = await save('One')
    const other = await folder('Other', turf)
    const { undo: key } = await willem.call(moveLinks, { links: [link], move_to: walls })
    await ada.call(moveLinks, { links: [link], move_to: other })
    const entry = (await list(ada)).find(each => each.by?.name === 'willem')!
    const before = await records()
    expect(await undoBy(willem, key)).toEqual({ changed: 0, left: 1, placed: [] })
    expect(await undoEntry(ada, entry._id)).toEqual({ changed: 0, left: 1, placed: [] })
    expect(await records()).toEqual(before)
    await ada.call(moveLinks, { links: [link], move_to: walls })
    expect(await undoEntry(ada, entry._id)).toMatchObject({ changed: 1, left: 0 })
    expect(await titles()).toEqual(['One'])
    expect(await toOutcome(undoBy(willem, key))).toBe('undo.expired')
  })

  test('C06 additions: items that moved since remain, and the entry stays unchanged', async () => {
    const link = await save('One', turf, willem)
    await ada.call(moveLinks, { links: [link], move_to: walls })
    const entry = (await list(ada)).find(each => each.kind === 'add_links')!
    const before = await records()
    expect(await undoEntry(ada, entry._id)).toEqual({ changed: 0, left: 1, placed: [] })
    expect(await records()).toEqual(before)
  })

  test('C06 many, by a job: marks nothing, and can undo the action once they are in their previous collection', async () => {
    const links = await saveMany(8)
    const moved = await willem.call(moveLinks, { links, move_to: walls })
    await waitForEnd(willem, moved.job!)
    const other = await folder('Other', turf)
    await waitForEnd(ada, (await ada.call(moveLinks, { links, move_to: other })).job!)
    const entry = (await list(ada)).find(each => each.by?.name === 'willem')!
    const { job } = await undoBy(willem, moved.job)
    expect((await waitForEnd(willem, job!)).bulk).toMatchObject({ changed: 0, left: 8 })
    expect((await list(ada)).find(each => each._id === entry._id)).toMatchObject({
      can_undo: true,
      undone: null,
    })
    await waitForEnd(ada, (await ada.call(moveLinks, { links, move_to: walls })).job!)
    const again = await undoEntry(ada, entry._id)
    expect((await waitForEnd(ada, again.job!)).bulk).toMatchObject({ changed: 8, left: 0 })
    expect(await titles()).toHaveLength(8)
    expect((await list(ada)).find(each => each._id === entry._id)).toMatchObject({
      can_undo: false,
      undone: { by: 'ada' },
    })
    expect(await toOutcome(undoBy(willem, moved.job))).toBe('undo.expired')
  })

  test('C06 many additions, by a job: marks nothing when all have moved', async () => {
    const form = Array.from({ length: 8 }, (_, at) => note(`Link ${at}`))
    const { links } = await willem.call(saveLinks, { parent: turf, links: form })
    const ids = links.map(link => link._id)
    await waitForEnd(ada, (await ada.call(moveLinks, { links: ids, move_to: walls })).job!)
    const entry = (await list(ada)).find(each => each.kind === 'add_links')!
    const { job } = await undoEntry(ada, entry._id)
    expect((await waitForEnd(ada, job!)).bulk).toMatchObject({ changed: 0, left: 8 })
    expect((await list(ada)).find(each => each._id === entry._id)).toMatchObject({ undone: null })
    await waitForEnd(ada, (await ada.call(moveLinks, { links: ids, move_to: turf })).job!)
    const again = await undoEntry(ada, entry._id)
    expect((await waitForEnd(ada, again.job!)).bulk).toMatchObject({ changed: 8, left: 0 })
    expect((await list(ada)).find(each => each._id === entry._id)).toMatchObject({ undone: { by: 'ada' } })
  })

  test('C06 collections: trashed ones that were restored since, and permanently deleted ones', async () => {
    const { undo: key } = await willem.call(trashCollections, { folderIdArr: [walls] })
    await ada.call(trashCollections, { folderIdArr: [walls], isTrash: 0 })
    const before = await records()
    expect(await undoBy(willem, key)).toEqual({ changed: 0, left: 1, placed: [] })
    expect(await records()).toEqual(before)
    const link = await save('One')
    const { undo: deletionKey } = await ada.call(trashLinks, { linkIdArr: [link] })
    await ada.call(deleteLinks, { linkIdArr: [link] })
    expect(await toOutcome(undoBy(ada, deletionKey))).toBe('undo.expired')
  })

  test('C06 in one’s own library too: the key stays valid after an undo without effect', async () => {
    const own = (await willem.call(createCollection, { name: 'Own' }))._id
    const link = await save('Own', willem.rootId, willem)
    const { undo: key } = await willem.call(trashLinks, { linkIdArr: [link] })
    await willem.call(trashLinks, { linkIdArr: [link], isTrash: 0 })
    expect(await undoBy(willem, key)).toEqual({ changed: 0, left: 1, placed: [] })
    expect(await undoBy(willem, key)).toEqual({ changed: 0, left: 1, placed: [] })
    expect(await titles(own, willem)).toEqual([])
  })
})
