import { undoActivity } from '@nestmark/contract/activity'
import {
  getLink,
  moveLinks,
  saveLink,
  tagLinks,
  trashLinks,
  updateLink,
} from '@nestmark/contract/links/links'
import { beforeEach, describe, expect, test } from 'vitest'
import { toOutcome, type Person } from '../../test/support/people.ts'
import { ada, app, folder, list, rosa, setUpFixture, share, turf, willem } from './fixture.testing.ts'

let walls: string
let link: string

setUpFixture()
beforeEach(async () => {
  await share()
  walls = await folder('Walls', turf)
  link = await save('Sod')
})

const save = async (name: string, parent = turf) =>
  (await willem.call(saveLink, { name, desc: 'A note', category: 4, tags: ['sod'], parent }))._id
const readContent = async (link_id = link) => {
  const { name, desc, category, tags, parent } = (await ada.call(getLink, { link_id })).link
  return { name, desc, category, tags: tags.map(tag => tag.name).sort(), parent }
}
const moveOf = async (folder_id = turf) =>
  (await list(ada, folder_id)).find(each => each.kind.startsWith('move_links'))!
const undo = async (who: Person, folder_id?: string) =>
  who.call(undoActivity, { activity_id: (await moveOf(folder_id))._id })

describe("NTF undo of a move by a link's form", () => {
  test('restores the previous collection and values together, for anyone with the rights, once', async () => {
    const before = await readContent()
    await willem.call(updateLink, {
      link_id: link,
      parent: walls,
      name: 'Sods',
      tags: ['thatch'],
      category: 3,
      link: 'https://example.org/a',
    })
    expect(await moveOf()).toMatchObject({
      kind: 'move_links_here',
      can_undo: true,
      folder: { name: 'Walls' },
    })
    expect((await list(rosa)).some(each => each.can_undo)).toBe(false)
    expect(await toOutcome(undo(rosa))).toBe('undo.notAllowed')
    expect(await undo(ada)).toEqual({ changed: 1, left: 0, placed: [] })
    expect(await readContent()).toEqual(before)
    expect(await moveOf()).toMatchObject({ can_undo: false, undone: { by: 'ada' } })
    expect(await toOutcome(undo(willem))).toBe('undo.expired')
    // A move without changed values joins the entry of the same kind.
    await ada.call(updateLink, { link_id: link, parent: walls, name: 'Sod' })
    await ada.call(tagLinks, { links: [link], added_tags_name: ['later'] })
    expect(await undo(willem)).toMatchObject({ changed: 1, left: 0 })
    expect(await readContent()).toMatchObject({ parent: turf, tags: ['later', 'sod'] })
  })

  test('C06 with values changed since, restores nothing, and shows both versions with both collections', async () => {
    await willem.call(updateLink, { link_id: link, parent: walls, name: 'Sods' })
    await ada.call(updateLink, { link_id: link, desc: 'Another note' })
    await expect(undo(willem)).rejects.toMatchObject({
      code: 'activity.changedSince',
      data: { former: { name: 'Sod', parent: turf }, link: { name: 'Sods', parent: walls } },
    })
    expect(await readContent()).toMatchObject({ name: 'Sods', parent: walls })
  })

  test('leaves a link unchanged that moved again, and rejects the undo for one in the trash until its restoration', async () => {
    const other = await folder('Other', turf)
    await willem.call(updateLink, { link_id: link, parent: walls, name: 'Sods' })
    await ada.call(trashLinks, { linkIdArr: [link] })
    expect(await toOutcome(undo(ada))).toBe('undo.expired')
    await ada.call(trashLinks, { linkIdArr: [link], isTrash: 0 })
    await ada.call(moveLinks, { links: [link], move_to: other })
    const [entry] = (await list(ada)).filter(
      each => each.by?.is_me === false && each.kind === 'move_links_here',
    )
    expect(await ada.call(undoActivity, { activity_id: entry!._id })).toMatchObject({ changed: 0, left: 1 })
    expect(await readContent()).toMatchObject({ name: 'Sods', parent: other })
  })

  test('SHR-08 Z18 shows previous values from a private collection only to people who could read them there', async () => {
    const own = await folder('Own')
    const secret = (await ada.call(saveLink, { name: 'Salary', desc: 'Secret', category: 4, parent: own }))
      ._id
    await ada.call(updateLink, { link_id: secret, parent: turf, name: 'Roof', desc: 'Of turf' })
    expect(await toOutcome(undo(willem))).toBe('undo.notAllowed')
    expect(await readContent(secret)).toMatchObject({ name: 'Roof', parent: turf })
    // The undo remains available to people with the rights.
    expect(await undo(ada)).toMatchObject({ changed: 1 })
    expect(await readContent(secret)).toMatchObject({ name: 'Salary', parent: own })
    const again = (await ada.call(saveLink, { name: 'Debts', desc: 'Secret', category: 4, parent: own }))._id
    await ada.call(updateLink, { link_id: again, parent: turf, name: 'Ridge' })
    await ada.call(tagLinks, { links: [again], added_tags_name: ['later'] })
    const answer = await undo(willem).then(JSON.stringify, error => JSON.stringify(error.data ?? null))
    for (const hidden of ['Debts', 'Secret', own]) expect(answer).not.toContain(hidden)
    expect(await readContent(again)).toMatchObject({ name: 'Ridge', parent: turf })
  })

  test('stores no undo edit without shares', async () => {
    const [one, two] = [await folder('One'), await folder('Two')]
    const own = (await ada.call(saveLink, { name: 'Own', desc: 'Words', category: 4, parent: one }))._id
    await ada.call(updateLink, { link_id: own, parent: two, name: 'Owned' })
    const { read } = app.services.db
    expect(await read.selectFrom('undo_records').selectAll().where('target', '=', two).execute()).toEqual([])
    expect(await read.selectFrom('undo_edits').selectAll().where('link_id', '=', own).execute()).toEqual([])
  })
})
