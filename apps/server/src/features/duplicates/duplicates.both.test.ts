import { createCollection, trashCollections } from '@nestmark/contract/collections'
import * as contract from '@nestmark/contract/links/duplicates'
import { saveHighlight } from '@nestmark/contract/reading/highlights'
import { undo } from '@nestmark/contract/jobs'
import { saveNote } from '@nestmark/contract/links/linkNote'
import { saveLink, trashLinks } from '@nestmark/contract/links/links'
import type { Input } from '@nestmark/contract/operation'
import { setPermissions } from '@nestmark/contract/sharing/share'
import { compareKey } from '@nestmark/core/addresses/url'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { checkIntegrity } from '../../db/integrity.ts'
import { startApp, type TestApp } from '../../test/support/app.ts'
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

/** Saves a link a second after the one before; returns its id. */
async function save(link: string, more: Partial<Input<typeof saveLink>> = {}, who = ada): Promise<string> {
  app.clock.now += 1000
  return (await who.call(saveLink, { link, name: link, category: 3, ...more }))._id
}
const find = (level: contract.DuplicateLink['level'] = 3, who = ada) =>
  who.call(contract.findDuplicates, { level })
/** Returns the ids of each group. */
const idsOf = async (...input: Parameters<typeof find>) =>
  Object.values(await find(...input)).map(group => group.map(link => link._id))
const remove = (ids: string[], who = ada) =>
  who.call(contract.deleteDuplicateBroken, { links: ids.map(_id => ({ _id, tags: [] })) })

test('FIND-02 finds five levels of sameness, each with those before it; the oldest comes first', async () => {
  const same = await save('https://bread.example/rye')
  const again = await save('https://bread.example/rye')
  const written = await save('http://www.bread.example/rye/#crust')
  const tracked = await save('https://bread.example/rye?utm_source=letter')
  const named = await save('https://bread.example/2026/rye-bread')
  const titled = await save('https://bread.example/other', { name: 'A Title' })
  const titledToo = await save('https://www.bread.example/third', { name: 'a title' })
  await save('https://cake.example/other', { name: 'A title' })
  await app.services.db.write(tx =>
    tx
      .updateTable('links')
      .set({ canonical_key: compareKey('https://bread.example/rye') })
      .where('id', '=', named)
      .execute(),
  )
  expect(await idsOf(1)).toEqual([[same, again]])
  expect(await idsOf(2)).toEqual([[same, again, written]])
  expect(await ada.call(contract.findDuplicates, {})).toEqual(await find(3))
  expect(await idsOf(3)).toEqual([[same, again, written, tracked]])
  expect(await idsOf(4)).toEqual([[same, again, written, tracked, named]])
  expect(await idsOf(5)).toEqual([
    [same, again, written, tracked, named],
    [titled, titledToo],
  ])
  expect((await find(5))[1]!.map(link => link.level)).toEqual([1, 1, 2, 3, 4])
  expect(await ada.call(contract.countDuplicates, {})).toEqual({
    groups: [1, 1, 1, 1, 2],
    links: [2, 3, 4, 5, 7],
  })
})

test('FIND-02 a link shows its collection and what it has; the trash has no duplicates', async () => {
  const kitchen = await ada.call(createCollection, { name: 'Kitchen' })
  const cellar = await ada.call(createCollection, { name: 'Cellar' })
  const first = await save('https://own.example/a', { parent: kitchen._id, tags: ['later'] })
  const second = await save('https://own.example/a')
  await save('https://own.example/a', { parent: cellar._id })
  const third = await save('https://own.example/a')
  await ada.call(saveNote, { link_id: second, note: 'Mine' })
  await ada.call(saveHighlight, { url: 'https://own.example/a#top', text: 'Words' })
  await ada.call(trashLinks, { linkIdArr: [third] })
  await ada.call(trashCollections, { folderIdArr: [cellar._id] })
  const group = (await find())[1]!
  expect(group.map(link => [link._id, link.note, link.highlights, link.level])).toEqual([
    [first, 0, 1, 1],
    [second, 1, 1, 1],
  ])
  expect(group[0]).toMatchObject({ parent_name: 'Kitchen', tags: [{ name: 'later' }], can: { trash: true } })
})

test('FIND-02 shows links of shared collections, and counts them where the user can delete one of the group', async () => {
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
  const theirs = await save('https://shared.example/a', { parent: shared._id })
  const twice = [
    await save('https://shared.example/b', { parent: shared._id }),
    await save('https://shared.example/b', { parent: shared._id }),
  ]
  const own = await save('http://shared.example/a', {}, rosa)
  const [group] = Object.values(await find(3, rosa))
  expect(group!.map(link => [link._id, link.can.trash, link.owner_name])).toEqual([
    [theirs, false, 'ada'],
    [own, true, undefined],
  ])
  expect((await rosa.call(contract.countDuplicates, {})).groups).toEqual([0, 1, 1, 1, 1])
  expect(await idsOf(3, willem)).toEqual([twice])
  expect(await idsOf(3, xaver)).toEqual([])
  expect(await toOutcome(remove([theirs], rosa))).toBe('links.readOnly')
  expect(await toOutcome(remove([own, twice[0]!], xaver))).toBe('links.notFound')
  expect(await remove([twice[1]!], willem)).toMatchObject({ deleted: 1 })
  expect(await idsOf()).toEqual([])
})

test('FIND-01 the free plan finds and deletes no duplicates', async () => {
  const free = await signIn(app, 'free')
  const ids = [await save('https://free.example/a', {}, free), await save('https://free.example/a', {}, free)]
  for (const call of [
    () => find(3, free),
    () => free.call(contract.countDuplicates, {}),
    () => remove(ids, free),
  ])
    await expect(call()).rejects.toMatchObject({ status: 402, message: 'Upgrade to PRO' })
})

test('FIND-04 delete-duplicate-broken moves links to the trash, all or none, with undo', async () => {
  const ids = []
  for (let n = 0; n < 8; n++) ids.push(await save('https://often.example/a'))
  expect(await toOutcome(remove([ids[1]!, 'not there']))).toBe('links.notFound')
  expect(await toOutcome(remove([]))).toBe('links.noneChosen')
  const few = await remove(ids.slice(1, 3))
  expect(few.deleted).toBe(2)
  expect(await idsOf()).toEqual([[ids[0], ...ids.slice(3)]])
  await ada.call(undo, { undo: few.undo! })
  expect(await idsOf()).toEqual([ids])
  const many = await remove(ids.slice(1))
  expect(many.deleted).toBe(7)
  expect(await waitForEnd(ada, many.job)).toMatchObject({ state: 'done', bulk: { changed: 7, left: 0 } })
  expect(await find()).toEqual({})
  await waitForEnd(ada, (await ada.call(undo, { undo: many.job! })).job)
  expect(await idsOf()).toEqual([ids])
})

test('C07 does not delete the last copy of a link, by two calls at once, by two jobs, or by one that names it', async () => {
  const few = [await save('https://last.example/a'), await save('https://last.example/a')]
  const keep = (deleted: readonly string[], remaining: string) =>
    ada.call(contract.deleteDuplicateBroken, { links: deleted.map(_id => ({ _id, kept: remaining })) })
  const outcomes = await Promise.all([
    toOutcome(keep([few[0]!], few[1]!)),
    toOutcome(keep([few[1]!], few[0]!)),
  ])
  expect(outcomes.sort()).toEqual(['done', 'links.changedElsewhere'])
  const many = []
  for (let n = 0; n < 12; n++) many.push(await save('https://last.example/b'))
  const jobs = await Promise.all([keep(many.slice(0, 6), many.at(-1)!), keep(many.slice(6), many[0]!)])
  const ended = await Promise.all(jobs.map(({ job }) => waitForEnd(ada, job)))
  expect(ended.map(({ bulk }) => [bulk!.changed, bulk!.left]).sort()).toEqual([
    [0, 6],
    [6, 0],
  ])
  const all = await save('https://last.example/c')
  expect(await toOutcome(keep([all], all))).toBe('links.changedElsewhere')
})
