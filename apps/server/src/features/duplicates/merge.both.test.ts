import { createCollection } from '@nestmark/contract/collections'
import * as contract from '@nestmark/contract/links/duplicates'
import { pageHighlights, saveHighlight } from '@nestmark/contract/reading/highlights'
import { undo } from '@nestmark/contract/jobs'
import { getNote, saveNote } from '@nestmark/contract/links/linkNote'
import { favouriteLink, getLink, saveLink, updateLink } from '@nestmark/contract/links/links'
import type { Input } from '@nestmark/contract/operation'
import { setPermissions } from '@nestmark/contract/sharing/share'
import { listTrashedLinks } from '@nestmark/contract/trash'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { checkIntegrity } from '../../db/integrity.ts'
import { startApp, type TestApp } from '../../test/support/app.ts'
import { toAudio, uploadFile } from '../../test/support/files.ts'
import { waitForEnd } from '../../test/support/jobs.ts'
import { type Person, signIn, toOutcome } from '../../test/support/people.ts'

let app: TestApp
let ada: Person
beforeAll(async () => {
  app = await startApp()
})
beforeEach(async () => {
  ada = await signIn(app, 'ada', 2)
})
afterAll(async () => {
  expect((await checkIntegrity(app.services.db)).findings).toEqual([])
  await app.stop()
})

const address = 'https://bread.example/rye'

/** Saves a link a second after the one before; returns its id. */
async function save(more: Partial<Input<typeof saveLink>> = {}, who = ada): Promise<string> {
  app.clock.now += 1000
  return (await who.call(saveLink, { link: address, name: 'Rye', category: 3, ...more }))._id
}
const read = async (id: string) => (await ada.call(getLink, { link_id: id })).link
const noteOf = async (id: string) => (await ada.call(getNote, { link_id: id }))?.note
const highlightsOf = async (url: string) =>
  (await ada.call(pageHighlights, { url }))?.data.highlights.map(each => each.text)
const merge = (keep: string, links: string[], who = ada) =>
  who.call(contract.mergeDuplicates, { groups: [{ keep, links }] })
const inTrash = async () => (await ada.call(listTrashedLinks, {})).links.map(link => link._id)
/** Undoes an action, also where a job does it. */
async function undoAll(key: string | undefined): Promise<void> {
  const { job } = await ada.call(undo, { undo: key! })
  if (job) await waitForEnd(ada, job)
}

describe('FIND-02 merge-duplicates', () => {
  test('FIND-02 the link that stays gets the oldest date and all that the others have, and undo takes it back', async () => {
    const old = await save({ tags: ['flour', 'later'], link: 'https://bread.example/2026/rye' })
    const keep = await save({
      category: 4,
      desc: 'To do',
      tags: ['bread', 'flour'],
      check_list: [{ text: 'Buy rye', done: false }],
    })
    const noted = await save({
      category: 4,
      desc: 'To do',
      check_list: [
        { text: 'Bake', done: true },
        { text: 'Buy rye', done: true },
      ],
    })
    await ada.call(saveNote, { link_id: keep, note: 'First' })
    await ada.call(saveNote, { link_id: noted, note: 'Other' })
    await ada.call(favouriteLink, { link_id: old, is_fav: 1 })
    await ada.call(saveHighlight, { url: address, text: 'Here' })
    await ada.call(saveHighlight, { url: 'https://bread.example/2026/rye', text: 'There' })
    const [before, oldest] = [await read(keep), await read(old)]
    const done = await merge(keep, [old, noted])
    expect(done.merged).toBe(2)
    expect(new Set(await inTrash())).toEqual(new Set([old, noted]))
    const merged = await read(keep)
    expect(merged).toMatchObject({ create_date: oldest.create_date, favourite: 1, parent: before.parent })
    expect(merged.tags.map(tag => tag.name)).toEqual(['bread', 'flour', 'later'])
    expect(merged.check_list.map(item => item.text)).toEqual(['Buy rye', 'Bake'])
    expect(await noteOf(keep)).toBe('First\nOther')
    expect(await highlightsOf(address)).toEqual(['Here', 'There'])
    expect(await highlightsOf('https://bread.example/2026/rye')).toBeUndefined()
    await undoAll(done.undo)
    expect(await inTrash()).toEqual([])
    const { create_date, favourite, tags, check_list } = await read(keep)
    expect({ create_date, favourite, tags, check_list }).toEqual({
      create_date: before.create_date,
      favourite: before.favourite,
      tags: before.tags,
      check_list: before.check_list,
    })
    expect([await noteOf(keep), await noteOf(noted)]).toEqual(['First', 'Other'])
    expect(await highlightsOf(address)).toEqual(['Here'])
    expect(await highlightsOf('https://bread.example/2026/rye')).toEqual(['There'])
    expect(await toOutcome(ada.call(undo, { undo: done.undo! }))).toBe('undo.expired')
  })

  test('FIND-02 files of the same category move to the link that stays, and back', async () => {
    const saveSound = async () =>
      save({ category: 5, s3_key: [{ file: await uploadFile(app, ada, toAudio(100)) }] })
    const [keep, other] = [await saveSound(), await saveSound()]
    const unlike = await save()
    const files = async (id: string) => (await read(id)).s3_key.map(each => each.file)
    const [own, theirs] = [await files(keep), await files(other)]
    const done = await merge(keep, [other, unlike])
    expect(await files(keep)).toEqual([...own, ...theirs])
    expect(await read(keep)).toMatchObject({ isFile: 1, size: 200 })
    await undoAll(done.undo)
    expect([await files(keep), await files(other)]).toEqual([own, theirs])
    expect((await read(other)).size).toBe(100)
    expect(await toOutcome(merge(unlike, [other]))).toBe('done')
    expect([await files(unlike), await files(other)]).toEqual([[], theirs])
  })

  test('FIND-02 undo leaves what has changed since', async () => {
    const keep = await save()
    const other = await save({ tags: ['later'] })
    await ada.call(saveNote, { link_id: other, note: 'Other' })
    const done = await merge(keep, [other])
    await ada.call(saveNote, { link_id: keep, note: 'Mine now' })
    await ada.call(updateLink, { link_id: keep, name: 'New title' })
    await undoAll(done.undo)
    expect(await noteOf(keep)).toBe('Mine now')
    expect(await read(keep)).toMatchObject({ name: 'New title', tags: [] })
    expect(await inTrash()).toEqual([])
  })

  test('FIND-02 a job merges many groups, with one undo', async () => {
    const groups = []
    for (let n = 0; n < 7; n++) {
      const link = `${address}/${n}`
      groups.push({ keep: await save({ link }), links: [await save({ link, tags: [`tag ${n}`] })] })
    }
    const { merged, job } = await ada.call(contract.mergeDuplicates, { groups })
    expect(merged).toBe(7)
    expect(await waitForEnd(ada, job)).toMatchObject({
      state: 'done',
      bulk: { action: 'mergeLinks', changed: 7, left: 0, undo: job },
    })
    expect((await read(groups[6]!.keep)).tags.map(tag => tag.name)).toEqual(['tag 6'])
    expect(await ada.call(contract.findDuplicates, {})).toEqual({})
    await undoAll(job)
    expect(Object.keys(await ada.call(contract.findDuplicates, {}))).toHaveLength(7)
    expect((await read(groups[6]!.keep)).tags).toEqual([])
  })

  test('FIND-02 performs one of 16 merges of one group at once', async () => {
    const ids = [await save(), await save({ tags: ['a'] }), await save({ tags: ['b'] })]
    const outcomes = await Promise.all(
      Array.from({ length: 16 }, (_, n) =>
        toOutcome(
          merge(
            ids[n % 3]!,
            ids.filter(id => id !== ids[n % 3]),
          ),
        ),
      ),
    )
    expect(outcomes.filter(each => each === 'done')).toHaveLength(1)
    expect(new Set(outcomes)).toEqual(new Set(['done', 'links.notFound']))
    expect(await inTrash()).toHaveLength(2)
    const found = await Promise.all(ids.map(read))
    const [left] = found.filter(link => link.is_trash === 0)
    expect(left!.tags.map(tag => tag.name).sort()).toEqual(['a', 'b'])
  })

  test('FIND-02 checks the rights of each link, all or none', async () => {
    const [willem, rosa, xaver] = [
      await signIn(app, 'willem', 2),
      await signIn(app, 'rosa', 2),
      await signIn(app, 'xaver', 2),
    ]
    const shared = await ada.call(createCollection, { name: 'Shared' })
    await ada.call(setPermissions, {
      folder_id: shared._id,
      read: 1,
      write: 1,
      read_members: [rosa.id],
      write_members: [willem.id],
    })
    const [one, two] = [await save({ parent: shared._id }), await save({ parent: shared._id })]
    const own = await save({}, willem)
    expect(await toOutcome(merge(one, [two], rosa))).toBe('links.readOnly')
    expect(await toOutcome(merge(one, [two], xaver))).toBe('links.notFound')
    expect(await toOutcome(merge(one, [own], willem))).toBe('collections.otherOwner')
    expect(await toOutcome(merge(one, [two, 'not there']))).toBe('links.notFound')
    expect(await toOutcome(merge(one, [two, two]))).toBe('request.invalid')
    const free = await signIn(app, 'free')
    expect(await toOutcome(merge(await save({}, free), [await save({}, free)], free))).toBe('plan.duplicates')
    expect(await inTrash()).toEqual([])
    expect(await merge(one, [two], willem)).toMatchObject({ merged: 1 })
  })
})

test('FIND-02 does not find links again that are no duplicates, until another one joins them', async () => {
  const ids = [await save(), await save()]
  const { undo: mark } = await ada.call(contract.markDistinct, { links: ids })
  expect((await ada.call(contract.countDuplicates, {})).groups).toEqual([0, 0, 0, 0, 0])
  const third = await save()
  expect(Object.values(await ada.call(contract.findDuplicates, {}))[0]).toHaveLength(3)
  await ada.call(contract.deleteDuplicateBroken, { links: [{ _id: third }] })
  expect(await ada.call(contract.findDuplicates, {})).toEqual({})
  const xaver = await signIn(app, 'xaver', 2)
  expect(await toOutcome(xaver.call(contract.markDistinct, { links: ids }))).toBe('links.notFound')
  expect(await toOutcome(xaver.call(contract.markDistinct, { undo: mark! }))).toBe('undo.expired')
  expect(await ada.call(contract.markDistinct, { undo: mark! })).toEqual({ undo: null })
  expect(Object.values(await ada.call(contract.findDuplicates, {}))[0]).toHaveLength(2)
})
