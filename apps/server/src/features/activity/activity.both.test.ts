import { undoActivity } from '@nestmark/contract/activity'
import {
  getCollection,
  listSubcollections,
  moveCollections,
  trashCollections,
  updateCollection,
} from '@nestmark/contract/collections'
import { undo } from '@nestmark/contract/jobs'
import {
  deleteLinks,
  listCollectionLinks,
  moveLinks,
  saveLink,
  saveLinks,
  tagLinks,
  trashLinks,
  updateLink,
} from '@nestmark/contract/links/links'
import { setPermissions } from '@nestmark/contract/sharing/share'
import { beforeEach, describe, expect, test } from 'vitest'
import { activityMs } from '../../db/tables/sharedTables.ts'
import { deleteExpiredActivity, sharedUndoMs } from '../../domainEvents/activity.ts'
import { waitForEnd } from '../../test/support/jobs.ts'
import { type Person, signIn } from '../../test/support/people.ts'
import { ada, app, folder, list, rosa, setUpFixture, share, turf, willem } from './fixture.testing.ts'

let xaver: Person

setUpFixture()
beforeEach(async () => {
  xaver = await signIn(app, 'xaver')
})

const save = async (name: string, parent = turf, who = ada) =>
  (await who.call(saveLink, { name, desc: 'A note', category: 4, parent }))._id
/** Returns each entry as 'who kind count titles @collection other undo'. */
const entriesOf = async (who: Person, folder_id = turf) =>
  (await list(who, folder_id)).map(({ by, kind, count, subjects, folder, other, can_undo, undone }) =>
    [
      by?.name ?? 'nobody',
      kind,
      count,
      subjects.map(item => item.name).join('+') || '-',
      `@${folder.name}`,
      other ? `other ${other.name}` : '',
      can_undo ? 'undo' : '',
      undone ? `undone by ${undone.by}` : '',
    ]
      .filter(Boolean)
      .join(' '),
  )
const titles = async (folder_id: string) =>
  (await ada.call(listCollectionLinks, { folder_id })).links.map(link => link.name).sort()
const rows = () =>
  app.services.db.read.selectFrom('activities').selectAll().where('owner_id', '=', ada.id).execute()

describe('NTF activity of shared collections', () => {
  test('the list names who added, changed, moved and removed items, for the owner and for members', async () => {
    await share()
    const [roof, walls] = [await folder('Roof', turf, willem), await folder('Walls', turf)]
    const sod = await save('Sod', roof, willem)
    await willem.call(updateLink, { link_id: sod, name: 'Sods' })
    await willem.call(updateCollection, { folder_id: roof, name: 'Roofs', desc: '' })
    await willem.call(tagLinks, { links: [sod], added_tags_name: ['thatch'] })
    await willem.call(moveLinks, { links: [sod], move_to: walls })
    await ada.call(moveCollections, { folders: [roof], move_to: walls })
    await willem.call(trashLinks, { linkIdArr: [sod] })
    await willem.call(trashLinks, { linkIdArr: [sod], isTrash: 0 })
    await willem.call(trashCollections, { folderIdArr: [roof] })
    await willem.call(trashCollections, { folderIdArr: [roof], isTrash: 0 })
    const all = [
      'willem restore_folders 1 Roofs @Walls undo',
      'willem remove_folders 1 Roofs @Walls undo',
      'willem restore_links 1 Sods @Walls undo',
      'willem remove_links 1 Sods @Walls undo',
      'ada move_folders_here 1 Roofs @Walls other Turf undo',
      'willem move_links_here 1 Sods @Walls other Roofs undo',
      'willem tag_links 1 Sods @Roofs undo',
      'willem change_folder 1 Roofs @Roofs undo',
      'willem change_link 1 Sods @Roofs undo',
      'willem add_links 1 Sods @Roofs undo',
      'ada add_folders 1 Walls @Turf undo',
      'willem add_folders 1 Roofs @Turf undo',
    ]
    expect(await entriesOf(ada)).toEqual(all)
    // Readers can undo nothing; writers cannot move collections.
    expect(await entriesOf(rosa)).toEqual(all.map(line => line.replace(' undo', '')))
    expect(await entriesOf(willem)).toEqual(
      all.map(line => (line.startsWith('ada move_folders') ? line.replace(' undo', '') : line)),
    )
    // In a sub-collection, items that came from outside have a move entry.
    expect((await entriesOf(ada, walls)).filter(line => line.includes(' move_'))).toEqual([
      'ada move_folders_here 1 Roofs @Walls other Turf undo',
      'willem move_links_here 1 Sods @Walls other Roofs undo',
    ])
    expect((await list(willem)).filter(each => each.by?.is_me)).toHaveLength(10)
  })

  test('a collection that is not shared writes no row, and a newly shared one starts with an empty list', async () => {
    const sod = await save('Sod')
    await ada.call(updateLink, { link_id: sod, name: 'Secret' })
    await ada.call(trashLinks, { linkIdArr: [sod] })
    expect(await rows()).toEqual([])
    await share()
    expect(await entriesOf(rosa)).toEqual([])
    // A collection next to it has no list either.
    await save('Beside', await folder('Own'))
    expect(await rows()).toEqual([])
  })

  test('SHR-08 Z18 only the owner and members see the activity', async () => {
    await share()
    await save('Sod')
    const refused = (who: Person) => list(who).then(() => 'seen', String)
    expect(await refused(xaver)).toContain('No Folder Found!')
    await ada.call(setPermissions, { folder_id: turf, read: 3, write: 1 })
    expect(await refused(xaver)).toContain('Only members of this collection')
    const [entry] = await list(ada)
    await expect(xaver.call(undoActivity, { activity_id: entry!._id })).rejects.toMatchObject({ status: 410 })
    // Rosa is removed, and can no longer see the list.
    await ada.call(setPermissions, { folder_id: turf, read: 0, write: 1 })
    expect(await refused(rosa)).not.toBe('seen')
  })

  test('SHR-08 Z18 shows titles only for items that the reader can see now: neither removed ones nor the targets of moves', async () => {
    await share()
    const own = await folder('Divorce papers')
    const [trashed, moved, renamed] = [await save('Salary'), await save('Doctor'), await save('Read')]
    await ada.call(trashLinks, { linkIdArr: [trashed] })
    await ada.call(moveLinks, { links: [moved], move_to: own })
    await ada.call(updateLink, { link_id: moved, name: 'Doctor Who' })
    await ada.call(updateLink, { link_id: renamed, name: 'Read well' })
    const all = JSON.stringify(await list(rosa))
    for (const secret of ['Salary', 'Doctor', 'Divorce', trashed, moved, own])
      expect(all).not.toContain(secret)
    expect(await entriesOf(rosa)).toEqual([
      'ada change_link 1 Read well @Turf',
      'ada move_links_away 1 - @Turf',
      'ada remove_links 1 - @Turf',
      'ada add_links 3 Read well @Turf',
    ])
    expect(await entriesOf(ada)).toEqual([
      'ada change_link 1 Read well @Turf undo',
      'ada move_links_away 1 Doctor Who @Turf other Divorce papers undo',
      'ada remove_links 1 Salary @Turf undo',
      'ada add_links 3 Salary+Doctor Who+Read well @Turf undo',
    ])
    // After a permanent deletion only the owner still sees the title.
    await ada.call(deleteLinks, { linkIdArr: [renamed] })
    expect((await entriesOf(ada))[0]).toBe('ada remove_links 1 Read well @Turf')
    expect((await entriesOf(willem))[0]).toBe('ada remove_links 1 - @Turf')
    // Readers see no entries of a collection in the trash.
    const deep = await folder('Deep', turf)
    await save('Deep down', deep)
    await ada.call(trashCollections, { folderIdArr: [deep] })
    expect(JSON.stringify(await list(rosa))).not.toContain('Deep')
  })

  test('the owner can undo actions of members, a member those that they have rights for, within a week, once', async () => {
    await share()
    const [one, two, three] = [await save('One'), await save('Two'), await save('Three')]
    await willem.call(trashLinks, { linkIdArr: [one, two] })
    app.clock.now += 86_400_000
    const [removed] = await list(ada)
    await expect(rosa.call(undoActivity, { activity_id: removed!._id })).rejects.toMatchObject({
      status: 403,
    })
    expect(await ada.call(undoActivity, { activity_id: removed!._id })).toMatchObject({ changed: 2, left: 0 })
    expect(await titles(turf)).toEqual(['One', 'Three', 'Two'])
    expect((await entriesOf(willem))[0]).toMatch(
      /^willem remove_links 2 (One\+Two|Two\+One) @Turf undone by ada$/,
    )
    await expect(willem.call(undoActivity, { activity_id: removed!._id })).rejects.toMatchObject({
      status: 410,
    })
    // A member can undo the owner's action on items that the member may change.
    await ada.call(trashLinks, { linkIdArr: [three] })
    const [by] = await list(willem)
    expect(await willem.call(undoActivity, { activity_id: by!._id })).toMatchObject({ changed: 1 })
    // An undo by its key marks the list entry in the same way.
    const { undo: key } = await willem.call(trashLinks, { linkIdArr: [three] })
    await willem.call(undo, { undo: key! })
    expect((await entriesOf(ada))[0]).toContain('undone by willem')
    await willem.call(trashLinks, { linkIdArr: [three] })
    const [last] = await list(ada)
    app.clock.now += sharedUndoMs + 1
    expect((await entriesOf(ada))[0]).toBe('willem remove_links 1 Three @Turf')
    await expect(ada.call(undoActivity, { activity_id: last!._id })).rejects.toMatchObject({ status: 410 })
    app.clock.now -= sharedUndoMs + 1 + 86_400_000
  })

  test('a partial undo by another person leaves the rest of the action in place', async () => {
    await share()
    const shared = await save('Shared')
    const own = await save('Own', willem.rootId, willem)
    const { undo: key } = await willem.call(trashLinks, { linkIdArr: [shared, own] })
    const [entry] = await list(ada)
    expect(entry).toMatchObject({ kind: 'remove_links', count: 1 })
    expect(await ada.call(undoActivity, { activity_id: entry!._id })).toMatchObject({ changed: 1, left: 0 })
    expect(await titles(turf)).toEqual(['Shared'])
    // The person who acted can undo the rest.
    expect(await willem.call(undo, { undo: key! })).toMatchObject({ changed: 1, left: 0 })
    const library = await willem.call(listCollectionLinks, { folder_id: willem.rootId })
    expect(library.links.map(link => link.name)).toEqual(['Own'])
  })

  test('a large action by a job makes one entry, and one job undoes it', async () => {
    await share()
    const { links } = await willem.call(saveLinks, {
      parent: turf,
      links: Array.from({ length: 12 }, (_, n) => ({ name: `Link ${n}`, desc: 'Words', category: 4 })),
    })
    const { job } = await willem.call(trashLinks, { linkIdArr: links.map(link => link._id) })
    await waitForEnd(willem, job!)
    const [entry, added] = await list(ada)
    expect([entry!.count, entry!.subjects.length, added!.count]).toEqual([12, 3, 12])
    const undone = await ada.call(undoActivity, { activity_id: entry!._id })
    await waitForEnd(ada, undone.job!)
    expect(await titles(turf)).toHaveLength(12)
  })

  test('joins many actions of a kind within ten minutes into one entry; pages, and deletion after 90 days', async () => {
    await share()
    for (const name of ['a', 'b', 'c', 'd']) await save(name)
    await save('e', turf, willem)
    expect(await entriesOf(rosa)).toEqual(['willem add_links 1 e @Turf', 'ada add_links 4 a+b+c @Turf'])
    app.clock.now += 600_000
    await save('f')
    expect((await entriesOf(rosa))[0]).toBe('ada add_links 1 f @Turf')
    const one = await save('g')
    for (let n = 0; n < 55; n++) {
      app.clock.now += 600_000
      await ada.call(updateLink, { link_id: one, name: `g ${n}` })
    }
    const [first, second] = [await list(rosa), await list(rosa, turf, 2)]
    expect([first.length, second.length]).toEqual([50, 8])
    expect(new Set([...first, ...second].map(each => each._id)).size).toBe(58)
    const { db } = app.services
    expect(await db.write(tx => deleteExpiredActivity(tx, app.clock.now, 2))).toBe(false)
    app.clock.now += activityMs
    expect(await db.write(tx => deleteExpiredActivity(tx, app.clock.now, 20))).toBe(true)
    while (await db.write(tx => deleteExpiredActivity(tx, app.clock.now, 20)));
    expect((await rows()).length).toBe(1)
    app.clock.now -= activityMs + 56 * 600_000
  })

  test('trashed, moved and deleted collections retain their activity', async () => {
    await share()
    const deep = await folder('Deep', turf)
    await save('Inside', deep)
    await ada.call(moveCollections, { folders: [deep], move_to: ada.rootId })
    // Its earlier activity is now visible to its owner only, and no longer to readers.
    expect(await entriesOf(rosa)).toEqual(['ada move_folders_away 1 - @Turf', 'ada add_folders 1 - @Turf'])
    const [away] = await list(ada)
    expect(await ada.call(undoActivity, { activity_id: away!._id })).toMatchObject({ changed: 1 })
    expect((await ada.call(listSubcollections, { folder_id: turf })).folders.map(each => each.name)).toEqual([
      'Deep',
    ])
    expect((await ada.call(getCollection, { folder_id: deep })).folder.parent).toBe(turf)
    expect(await entriesOf(rosa)).toEqual([
      'ada move_folders_away 1 Deep @Turf undone by ada',
      'ada add_links 1 Inside @Deep',
      'ada add_folders 1 Deep @Turf',
    ])
  })
})
