import {
  createCollection,
  deleteCollection,
  moveCollections,
  trashCollections,
  updateCollection,
} from '@nestmark/contract/collections'
import { deleteLinks, moveLinks, saveLink, trashLinks, updateLink } from '@nestmark/contract/links/links'
import * as contract from '@nestmark/contract/notifications'
import { setPermissions } from '@nestmark/contract/sharing/share'
import {
  addSuggestion,
  approveSuggestions,
  deleteSuggestions,
  listReceivedSuggestions,
} from '@nestmark/contract/sharing/suggestions'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { changed, listen } from '../../test/support/listen.ts'
import { startApp, type TestApp } from '../../test/support/app.ts'
import { type Person, signIn } from '../../test/support/people.ts'

let app: TestApp
let ada: Person
let willem: Person
let rosa: Person
let xaver: Person
let turf: string

beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

beforeEach(async () => {
  ada = await signIn(app, 'ada', 2)
  willem = await signIn(app, 'willem')
  rosa = await signIn(app, 'rosa')
  xaver = await signIn(app, 'xaver')
  turf = (await ada.call(createCollection, { name: 'Turf' }))._id
})

const share = (change: object) => ada.call(setPermissions, { folder_id: turf, read: 1, write: 0, ...change })
const team = () => share({ write: 1, read_members: [rosa.id], write_members: [willem.id] })
const list = (who: Person) => who.call(contract.notifications, {})
const count = async (who: Person) => (await who.call(contract.countNotifications, {})).count
/** Returns the unread notifications as 'action collection subject from count'. */
const unreadOf = async (who: Person) =>
  (await list(who))
    .filter(each => each.is_read === 0)
    .map(({ action, folder_id, subject, from, count: n }) =>
      [action, folder_id?.name ?? '-', subject || '-', from?.username ?? 'visitor', n].join(' '),
    )
const clear = async () => {
  for (const who of [ada, willem, rosa, xaver]) await who.call(contract.markAllNotificationsRead, {})
}
const form = (name: string) => ({ name, link: 'https://example.org/' + name, category: 3, parent: turf })

describe('NTF notifications', () => {
  test('NTF-02 each of the ten actions notifies only the people concerned', async () => {
    await team()
    expect(await unreadOf(willem)).toEqual(['new_shared Turf Turf ada 1'])
    expect(await unreadOf(rosa)).toEqual(['new_shared Turf Turf ada 1'])
    expect(await unreadOf(ada)).toEqual([])
    // Sharing again sends no second notification.
    await clear()
    await team()
    expect(await unreadOf(willem)).toEqual([])

    const deep = (await willem.call(createCollection, { name: 'Deep', parent: turf }))._id
    const link = await willem.call(saveLink, { ...form('sod'), parent: deep })
    await willem.call(updateLink, { link_id: link._id, name: 'Sods' })
    await willem.call(updateCollection, { folder_id: deep, name: 'Deeper', desc: '' })
    await willem.call(trashLinks, { linkIdArr: [link._id] })
    await willem.call(trashCollections, { folderIdArr: [deep] })
    const all = [
      'add_folder Turf Deeper willem 1',
      'add_link Deeper Sods willem 1',
      'update_link Deeper Sods willem 1',
      'update_folder Deeper Deep willem 1',
      'delete_links Deeper Sods willem 1',
      'delete_folders Turf Deeper willem 1',
    ]
    expect((await unreadOf(ada)).toSorted()).toEqual(all.toSorted())
    // Titles of trashed items are hidden from readers.
    const named = all.map(line => line.replace(/^(\w+) Deeper \S+ /, '$1 - - '))
    expect(named).toContain('delete_folders Turf Deeper willem 1')
    expect((await unreadOf(rosa)).toSorted()).toEqual(named.toSorted())
    for (const who of [willem, xaver]) expect(await unreadOf(who)).toEqual([])

    await clear()
    await share({ enable_sugg: 1, write: 0, read_members: [rosa.id] })
    for (const name of ['One', 'Two', 'Three']) await rosa.call(addSuggestion, form(name))
    expect(await unreadOf(ada)).toEqual(['sugg_new Turf Three rosa 3'])
    const rows = await app.services.db.read
      .selectFrom('suggestions')
      .select('id')
      .where('recipient_id', '=', ada.id)
      .orderBy('seq')
      .execute()
    const ids = rows.map(row => row.id)
    await ada.call(approveSuggestions, { sugg_arr: ids.slice(0, 2) })
    await ada.call(deleteSuggestions, { sugg_arr: ids.slice(2), type: 'to_me' })
    // This implies that they were added; the suggester gets no separate notification of that.
    expect((await unreadOf(rosa)).toSorted()).toEqual([
      'sugg_approved Turf Two ada 2',
      'sugg_rejected Turf Three ada 1',
    ])
    expect(await unreadOf(xaver)).toEqual([])
    await clear()
    await share({ enable_sugg: 1, write: 0, read_members: [rosa.id, xaver.id] })
    await clear()
    await rosa.call(addSuggestion, form('Four'))
    await xaver.call(addSuggestion, form('Five'))
    const more = await ada.call(listReceivedSuggestions, {})
    const open = more.filter(each => each.state === 'pending').map(each => each.sugg_id)
    await ada.call(approveSuggestions, { sugg_arr: open })
    expect((await unreadOf(rosa)).toSorted()).toEqual([
      'add_link Turf Five ada 1',
      'sugg_approved Turf Four ada 1',
    ])
    expect((await unreadOf(xaver)).toSorted()).toEqual([
      'add_link Turf Four ada 1',
      'sugg_approved Turf Five ada 1',
    ])
  })

  test('NTF-02 an item without shares causes no notification, and a move notifies at both ends', async () => {
    await ada.call(saveLink, form('alone'))
    const { rows } = await countRows()
    expect(rows).toBe(0)
    await team()
    await clear()
    const own = (await ada.call(createCollection, { name: 'Own' }))._id
    const link = await ada.call(saveLink, { ...form('moved'), parent: own })
    expect(await unreadOf(willem)).toEqual([])
    await ada.call(moveLinks, { links: [link._id], move_to: turf })
    expect(await unreadOf(willem)).toEqual(['add_link Turf moved ada 1'])
    await clear()
    await willem.call(moveLinks, { links: [link._id], move_to: turf })
    expect(await unreadOf(ada)).toEqual([])
    await ada.call(moveLinks, { links: [link._id], move_to: own })
    expect(await unreadOf(willem)).toEqual(['delete_links Turf moved ada 1'])
  })

  test('NTF-02 permanent deletions, and the effects of an edit or a move of collections, notify too', async () => {
    await team()
    const own = (await ada.call(createCollection, { name: 'Own' }))._id
    const deep = (await ada.call(createCollection, { name: 'Deep', parent: turf }))._id
    const [one, two] = [await ada.call(saveLink, form('one')), await ada.call(saveLink, form('two'))]
    await clear()
    await ada.call(deleteLinks, { linkIdArr: [one._id] })
    expect(await unreadOf(willem)).toEqual(['delete_links Turf one ada 1'])
    await clear()
    await ada.call(updateLink, { link_id: two._id, parent: own })
    expect(await unreadOf(willem)).toEqual(['delete_links Turf two ada 1'])
    await clear()
    await ada.call(moveCollections, { folders: [deep], move_to: own })
    expect(await unreadOf(willem)).toEqual(['delete_folders Turf Deep ada 1'])
    await clear()
    await ada.call(moveCollections, { folders: [deep], move_to: turf })
    expect(await unreadOf(willem)).toEqual(['add_folder Turf Deep ada 1'])
    await clear()
    await ada.call(deleteCollection, { folder_id: deep })
    expect(await unreadOf(willem)).toEqual(['delete_folders Turf Deep ada 1'])
  })

  async function countRows() {
    const all = await app.services.db.read
      .selectFrom('notifications')
      .select('id')
      .where('collection_id', '=', turf)
      .execute()
    return { rows: all.length }
  }

  test('NTF-01 NTF-03 joins many of a kind into one while unread; marks read individually or all in one call, and counts', async () => {
    await team()
    await clear()
    for (const name of ['a', 'b', 'c']) await ada.call(saveLink, form(name))
    await willem.call(saveLink, form('d'))
    const [one] = await list(rosa)
    expect(one).toMatchObject({
      action: 'add_link',
      count: 4,
      several: true,
      subject: 'd',
      from: { username: 'willem' },
      folder_id: { _id: turf, name: 'Turf' },
      is_read: 0,
    })
    expect(await count(rosa)).toBe(1)
    expect(await rosa.call(contract.markNotificationsRead, { notficationIdArr: [one!._id] })).toEqual({
      read: 1,
    })
    expect(await count(rosa)).toBe(0)
    // A later event is a new notification.
    await ada.call(saveLink, form('e'))
    expect(await unreadOf(rosa)).toEqual(['add_link Turf e ada 1'])
    await ada.call(updateCollection, { folder_id: turf, name: 'Turf', desc: 'Sods' })
    expect(await count(rosa)).toBe(2)
    expect(await rosa.call(contract.markAllNotificationsRead, {})).toEqual({ read: 2 })
    expect(await rosa.call(contract.countNotifications, {})).toEqual({ count: 0, total: 4 })
    expect((await list(rosa)).every(each => each.is_read === 1)).toBe(true)
  })

  test("NTF-03 Z18 users cannot read or mark other people's notifications", async () => {
    await team()
    const [theirs] = await list(rosa)
    expect(await xaver.call(contract.markNotificationsRead, { notficationIdArr: [theirs!._id] })).toEqual({
      read: 0,
    })
    await willem.call(contract.markAllNotificationsRead, {})
    expect(await count(rosa)).toBe(1)
    expect(await list(xaver)).toEqual([])
  })

  test('NTF-02 a removed member gets no more information about the collection, not even its new name', async () => {
    await team()
    await share({ read: 0 })
    await ada.call(updateCollection, { folder_id: turf, name: 'Secret', desc: '' })
    await ada.call(saveLink, form('secret'))
    expect(await unreadOf(rosa)).toEqual(['new_shared - - ada 1'])
  })

  test('NTF-01 updates the bell immediately', async () => {
    await team()
    await clear()
    const stream = await listen(app.origin, rosa.token)
    await ada.call(saveLink, form('live'))
    await stream.next(changed('notifications'))
    stream.leave()
  })

  test('NTF-02 an action among a thousand members costs no additional statement', async () => {
    const { db } = app.services
    const stream = await listen(app.origin, ada.token)
    /** Returns the minimum of several runs: jobs are polled every other second. */
    const spent = async () => {
      const counts: number[] = []
      for (let n = 0; n < 5; n++) {
        const before = db.statements
        await ada.call(saveLink, { name: `Note ${n}`, desc: 'A note', category: 4, parent: turf })
        counts.push(db.statements - before)
        // Windows are notified shortly after an action, which costs statements too.
        await stream.next(changed('links'))
      }
      return Math.min(...counts)
    }
    await share({ read_members: [rosa.id] })
    const few = await spent()
    await db.write(async tx => {
      const ids = Array.from({ length: 1000 }, (_, n) => `${turf} ${n}`)
      const person = {
        plan: 1,
        theme: 0,
        view_links: 1,
        view_folders: 4,
        load_links: 1,
        clipboard_access: null,
        last_folder: null,
        last_category: 3,
        announcements: '[]',
        created_at: 0,
      }
      await tx
        .insertInto('people')
        .values(ids.map(id => ({ ...person, id, root_id: id })))
        .execute()
      const row = { collection_id: turf, owner_id: ada.id, may_write: 0, created_at: 0 }
      await tx
        .insertInto('shares')
        .values(ids.map(id => ({ ...row, person_id: id })))
        .execute()
    })
    expect(await spent()).toBe(few)
    expect((await countRows()).rows).toBeGreaterThan(1000)
  })
})
