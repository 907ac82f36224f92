import { undoActivity } from '@nestmark/contract/activity'
import {
  createCollection,
  getCollection,
  listSubcollections,
  moveCollections,
  trashCollections,
  updateCollection,
} from '@nestmark/contract/collections'
import {
  deleteLinks,
  listCollectionLinks,
  getLink,
  moveLinks,
  saveLink,
  saveLinks,
  tagLinks,
  trashLinks,
  updateLink,
} from '@nestmark/contract/links/links'
import { setPermissions } from '@nestmark/contract/sharing/share'
import { listTrashedLinks } from '@nestmark/contract/trash'
import { beforeEach, describe, expect, test } from 'vitest'
import { sharedUndoMs } from '../../domainEvents/activity.ts'
import { waitForEnd } from '../../test/support/jobs.ts'
import { toOutcome, type Person } from '../../test/support/people.ts'
import { ada, app, list, rosa, setUpFixture, share, turf, willem } from './fixture.testing.ts'

setUpFixture()
beforeEach(() => share())

const save = async (name: string, who = willem, parent = turf) =>
  (await who.call(saveLink, { name, desc: 'A note', category: 4, tags: ['sod'], parent }))._id
/** Undoes the newest entry of a kind. */
const undo = async (who: Person, kind: string) => {
  const entry = (await list(ada)).find(each => each.kind === kind && !each.undone)
  return who.call(undoActivity, { activity_id: entry!._id })
}
const titles = async (folder_id = turf) =>
  (await ada.call(listCollectionLinks, { folder_id })).links.map(link => link.name).sort()
const readContent = async (link_id: string) => {
  const { name, desc, category, tags, parent, desc_toggle } = (await ada.call(getLink, { link_id })).link
  return { name, desc, category, tags: tags.map(tag => tag.name).sort(), parent, desc_toggle }
}
const folderWords = async (folder_id: string) => {
  const { name, desc } = (await ada.call(getCollection, { folder_id })).folder
  return { name, desc }
}

describe('NTF undo of an addition moves it to the trash', () => {
  test('all items of an entry, by the person who added them or anyone who may trash them; later additions are another entry', async () => {
    await save('One')
    await save('Two')
    expect((await list(rosa)).map(each => each.can_undo)).toEqual([false])
    expect(await toOutcome(undo(rosa, 'add_links'))).toBe('undo.notAllowed')
    expect(await undo(ada, 'add_links')).toEqual({ changed: 2, left: 0, placed: [] })
    expect(await titles()).toEqual([])
    const { links } = await ada.call(listTrashedLinks, {})
    expect(links.map(link => link.name).sort()).toEqual(['One', 'Two'])
    await save('Three')
    expect((await list(ada)).map(each => [each.count, each.undone?.by, each.can_undo])).toEqual([
      [1, undefined, true],
      [2, 'ada', false],
    ])
    expect(await undo(willem, 'add_links')).toMatchObject({ changed: 1 })
    expect(await titles()).toEqual([])
    // A restore from the trash brings it back, with its tags counted as before.
    await ada.call(trashLinks, { linkIdArr: [links[0]!._id], isTrash: 0 })
    expect(await titles()).toHaveLength(1)
  })

  test('leaves items that moved or went to the trash since unchanged, and rejects a second or late undo', async () => {
    const [, moved, deleted] = [await save('One'), await save('Moved'), await save('Deleted')]
    const deep = (await ada.call(createCollection, { name: 'Deep', parent: turf }))._id
    await ada.call(moveLinks, { links: [moved], move_to: deep })
    await ada.call(deleteLinks, { linkIdArr: [deleted] })
    const entry = (await list(willem)).find(each => each.kind === 'add_links')!
    expect(await willem.call(undoActivity, { activity_id: entry._id })).toMatchObject({ changed: 1, left: 1 })
    expect([await titles(), await titles(deep)]).toEqual([[], ['Moved']])
    expect(await toOutcome(willem.call(undoActivity, { activity_id: entry._id }))).toBe('undo.expired')
    await save('Late')
    const late = (await list(ada))[0]!
    app.clock.now += sharedUndoMs + 1
    expect((await list(ada))[0]!.can_undo).toBe(false)
    expect(await toOutcome(ada.call(undoActivity, { activity_id: late._id }))).toBe('undo.expired')
    app.clock.now -= sharedUndoMs + 1
  })

  test('many items by a job, and only those that have not moved', async () => {
    const form = { desc: 'Words', category: 4 as const }
    const many = Array.from({ length: 30 }, (_, n) => ({ ...form, name: `Link ${n}` }))
    await willem.call(saveLinks, { parent: turf, links: many })
    const { job } = await undo(ada, 'add_links')
    await save('After')
    await waitForEnd(ada, job!)
    expect(await titles()).toEqual(['After'])
  })

  test('collections, with all their descendants; leaves one that has moved unchanged', async () => {
    const [roof, walls] = [
      (await willem.call(createCollection, { name: 'Roof', parent: turf }))._id,
      (await willem.call(createCollection, { name: 'Walls', parent: turf }))._id,
    ]
    await save('Inside', willem, roof)
    await ada.call(moveCollections, { folders: [walls], move_to: ada.rootId })
    expect(await undo(ada, 'add_folders')).toMatchObject({ changed: 1, left: 1 })
    expect((await ada.call(listSubcollections, { folder_id: turf })).folders).toEqual([])
    expect((await folderWords(walls)).name).toBe('Walls')
    await ada.call(trashCollections, { folderIdArr: [roof], isTrash: 0 })
    expect(await titles(roof)).toEqual(['Inside'])
  })
})

describe('NTF C06 undoing an edit restores the previous values', () => {
  test('of a link: all fields and tags, several edits as one, by anyone with the rights', async () => {
    const link = await save('Sod')
    const before = await readContent(link)
    await willem.call(updateLink, { link_id: link, name: 'Sods', desc: 'More', tags: ['thatch'] })
    await willem.call(updateLink, {
      link_id: link,
      category: 3,
      link: 'https://example.org/a',
      name: 'Sodded',
      desc_toggle: 0,
    })
    expect(await toOutcome(undo(rosa, 'change_link'))).toBe('undo.notAllowed')
    expect(await undo(ada, 'change_link')).toEqual({ changed: 1, left: 0, placed: [] })
    expect(await readContent(link)).toEqual(before)
    expect((await list(ada)).find(each => each.kind === 'change_link')).toMatchObject({
      count: 2,
      can_undo: false,
      undone: { by: 'ada' },
    })
    // It is found by its restored values again.
    expect((await ada.call(listCollectionLinks, { folder_id: turf, input: 'sodded' })).total).toBe(0)
    expect((await ada.call(listCollectionLinks, { folder_id: turf, input: 'sod' })).total).toBe(1)
    await willem.call(updateLink, { link_id: link, name: 'Once more' })
    expect((await list(ada))[0]).toMatchObject({ kind: 'change_link', count: 1, can_undo: true })
  })

  test('a later move causes no conflict; a later edit does, and the refusal shows both versions', async () => {
    const link = await save('Sod')
    await willem.call(updateLink, { link_id: link, name: 'Sods' })
    const deep = (await ada.call(createCollection, { name: 'Deep', parent: turf }))._id
    await ada.call(moveLinks, { links: [link], move_to: deep })
    expect(await undo(willem, 'change_link')).toMatchObject({ changed: 1 })
    expect(await readContent(link)).toMatchObject({ name: 'Sod', parent: deep })

    await willem.call(updateLink, { link_id: link, name: 'Sods', desc: 'New words' })
    await ada.call(tagLinks, { links: [link], added_tags_name: ['thatch'] })
    const refused = await undo(willem, 'change_link').then(
      () => null,
      (error: { code: string; data: unknown }) => error,
    )
    expect(refused).toMatchObject({
      code: 'activity.changedSince',
      data: {
        former: { name: 'Sod', desc: 'A note', tags: ['sod'] },
        link: { name: 'Sods', desc: 'New words', can: { edit: true, share: false } },
      },
    })
    expect((await readContent(link)).name).toBe('Sods')
  })

  test('between two edits by another person: undoes only the last edit, without overwriting theirs', async () => {
    const link = await save('First')
    await willem.call(updateLink, { link_id: link, name: 'Second' })
    await ada.call(updateLink, { link_id: link, name: 'Third' })
    await willem.call(updateLink, { link_id: link, name: 'Fourth' })
    const [ofAda, ofWillem] = [ada.id, willem.id].map(
      (_id, at) => async () =>
        (await list(ada)).find(each => each.by?.is_me === (at === 0) && each.kind === 'change_link')!._id,
    )
    expect(await toOutcome(ada.call(undoActivity, { activity_id: await ofAda!() }))).toBe(
      'activity.changedSince',
    )
    await ada.call(undoActivity, { activity_id: await ofWillem!() })
    expect((await readContent(link)).name).toBe('Third')
    await ada.call(undoActivity, { activity_id: await ofAda!() })
    expect((await readContent(link)).name).toBe('Second')
  })

  test('of a collection: name and description; a conflict shows both versions', async () => {
    const roof = (await ada.call(createCollection, { name: 'Roof', desc: 'Of sod', parent: turf }))._id
    await willem.call(updateCollection, { folder_id: roof, name: 'Roofs', desc: '' })
    expect(await undo(ada, 'change_folder')).toMatchObject({ changed: 1 })
    expect(await folderWords(roof)).toEqual({ name: 'Roof', desc: 'Of sod' })
    await willem.call(updateCollection, { folder_id: roof, name: 'Roofs', desc: '' })
    await ada.call(updateCollection, { folder_id: roof, name: 'Thatch', desc: '' })
    const entry = (await list(ada)).find(
      each => each.kind === 'change_folder' && !each.by?.is_me && !each.undone,
    )
    await expect(ada.call(undoActivity, { activity_id: entry!._id })).rejects.toMatchObject({
      code: 'activity.changedSince',
      data: { former: { name: 'Roof', desc: 'Of sod' }, folder: { name: 'Thatch', role: 'owner' } },
    })
  })

  test('Z05 Z07 rejects the undo for a deleted or trashed link, and without permission; without shares stores nothing', async () => {
    const [link, other] = [await save('Sod'), await save('Other')]
    await willem.call(updateLink, { link_id: link, name: 'Sods' })
    await willem.call(updateLink, { link_id: other, name: 'Others' })
    const [second, first] = (await list(willem)).filter(each => each.kind === 'change_link')
    await ada.call(trashLinks, { linkIdArr: [link] })
    expect(await toOutcome(willem.call(undoActivity, { activity_id: first!._id }))).toBe('undo.expired')
    await ada.call(deleteLinks, { linkIdArr: [other] })
    const undoEdits = () =>
      app.services.db.read
        .selectFrom('undo_edits')
        .selectAll()
        .where('link_id', 'in', [link, other])
        .execute()
    // A permanently deleted link leaves none of its values behind.
    expect((await undoEdits()).map(each => each.link_id)).toEqual([link])
    expect(await toOutcome(willem.call(undoActivity, { activity_id: second!._id }))).toBe('undo.expired')
    await ada.call(setPermissions, { folder_id: turf, read: 0, write: 0 })
    expect(await toOutcome(willem.call(undoActivity, { activity_id: first!._id }))).toBe('undo.expired')
    const own = await save('Own', ada, ada.rootId)
    await ada.call(updateLink, { link_id: own, name: 'Owned' })
    const ofAda = await app.services.db.read
      .selectFrom('undo_records')
      .selectAll()
      .where('person_id', '=', ada.id)
      .execute()
    expect(ofAda.filter(record => record.kind === 'editLink' || record.kind === 'addLinks')).toEqual([])
  })
})
