import { createCollection, trashCollections } from '@nestmark/contract/collections'
import { updateEnc } from '@nestmark/contract/encryption/encryption'
import { cancelJob, jobStatus, undo } from '@nestmark/contract/jobs'
import {
  favouriteLink,
  getLink,
  listCollectionLinks,
  moveLinks,
  saveLink,
  saveLinks,
  trashLinks,
  updateLink,
} from '@nestmark/contract/links/links'
import type { Input } from '@nestmark/contract/operation'
import * as contract from '@nestmark/contract/rules'
import { searchLibrary } from '@nestmark/contract/search/search'
import { listTags } from '@nestmark/contract/tags'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/support/app.ts'
import { stopIntact, waitForEnd } from '../../test/support/jobs.ts'
import { type Person, signIn, toOutcome } from '../../test/support/people.ts'
import { giveKey, sealLink } from '../encryption/fixture.testing.ts'

let app: TestApp
let ada: Person
let watch: string
beforeAll(async () => {
  app = await startApp()
})
beforeEach(async () => {
  ada = await signIn(app, 'ada', 2)
  watch = (await ada.call(createCollection, { name: 'Watch' }))._id
})
afterAll(() => stopIntact(app))

const address = 'https://www.tube.example/watch?v=4'
const save = async (more: Partial<Input<typeof saveLink>> = {}, who = ada) => {
  app.clock.now += 1000
  const form = { link: `${address}&utm_source=mail`, name: 'Sourdough – Tube', category: 3, ...more }
  return (await who.call(saveLink, form))._id
}
const read = async (id: string, who = ada) => {
  const { link } = await who.call(getLink, { link_id: id })
  const { name, link: at, parent, favourite, tags } = link
  return { name, at, parent, favourite, tags: tags.map(tag => tag.name) }
}
type Rule = Input<typeof contract.saveRule>
const all = (): Rule => ({
  conditions: { host: 'tube.example' },
  actions: { tags: ['video', 'seen'], collection: watch, favourite: 1, site_name: 1, tracking: 1 },
})
const cleaned = () => ({
  name: 'Sourdough',
  at: address,
  parent: watch,
  favourite: 1,
  tags: ['video', 'seen'],
})
const asSaved = () => ({
  name: 'Sourdough – Tube',
  at: `${address}&utm_source=mail`,
  parent: ada.rootId,
  favourite: 0,
  tags: [] as string[],
})

/** Makes a rule and applies it to the library; returns the report of the job. */
async function run(rule: Rule = all(), who = ada) {
  const { _id } = await who.call(contract.saveRule, rule)
  const { job } = await who.call(contract.applyRules, { rules: [_id] })
  const ended = await waitForEnd(who, job!)
  expect(ended).toMatchObject({ kind: 'bulk', state: 'done' })
  await who.call(contract.deleteRule, { rule_id: _id })
  return ended.bulk!
}
async function undoRun(key: string | undefined) {
  const { job, ...done } = await ada.call(undo, { undo: key! })
  return job ? (await waitForEnd(ada, job)).bulk! : done
}

describe('a test of rules', () => {
  test('counts what a run would change, shows the newest, and changes nothing', async () => {
    const ids = [await save(), await save({ name: 'Rye' }), await save({ link: 'https://a.example/' })]
    const tested = await ada.call(contract.testRules, { rules: [all()] })
    expect(tested.changes).toBe(2)
    expect(tested.examples).toEqual([
      {
        _id: ids[1],
        title: 'Rye',
        link: `${address}&utm_source=mail`,
        new_link: address,
        new_tags: ['video', 'seen'],
        new_collection: 'Watch',
        favourite: 1,
      },
      expect.objectContaining({ _id: ids[0], title: 'Sourdough – Tube', new_title: 'Sourdough' }),
    ])
    expect(await read(ids[0]!)).toEqual(asSaved())
    expect((await run()).changed).toBe(tested.changes)
    expect(await ada.call(contract.testRules, { rules: [all()] })).toEqual({ changes: 0, examples: [] })
  })

  test('tests several rules in their order; one that cannot move links tests the rest', async () => {
    await save()
    const rules = [
      { conditions: { title: 'sour' }, actions: { tags: ['bread'] } },
      { conditions: { tag: 'bread' }, actions: { favourite: 1, collection: 'nowhere' } },
    ] satisfies Rule[]
    const { examples } = await ada.call(contract.testRules, { rules })
    expect(examples).toMatchObject([{ new_tags: ['bread'], favourite: 1 }])
    expect(examples[0]).not.toHaveProperty('new_collection')
    expect(await ada.call(contract.testRules, { rules: [] })).toEqual({ changes: 0, examples: [] })
  })
})

describe('a run of rules', () => {
  test('changes all at once, and one undo restores tags, collection, favourite, title and address', async () => {
    const id = await save()
    const { changed, undo: key } = await run()
    expect(changed).toBe(1)
    expect(await read(id)).toEqual(cleaned())
    const find = async (input: string) => (await ada.call(searchLibrary, { input })).links.length
    expect([await find('video'), await find('mail')]).toEqual([1, 0])
    await undoRun(key)
    expect(await read(id)).toEqual(asSaved())
    expect([await find('video'), await find('mail')]).toEqual([0, 1])
    // The tags that the run has made are deleted too.
    expect((await ada.call(listTags, {})).map(tag => tag.name)).toEqual([])
    expect(await toOutcome(ada.call(undo, { undo: key! }))).toBe('undo.expired')
  })

  test('leaves links of others, in the trash and encrypted ones as they are', async () => {
    const ben = await signIn(app, 'ben', 2)
    const theirs = await save({}, ben)
    const trashed = await save()
    await ada.call(trashLinks, { linkIdArr: [trashed] })
    const inTrash = (await ada.call(createCollection, { name: 'Old' }))._id
    await save({ parent: inTrash })
    await ada.call(trashCollections, { folderIdArr: [inTrash], isTrash: 1 })
    const secret = (await ada.call(createCollection, { name: 'Secret' }))._id
    const sealed = await save({ parent: secret })
    await ada.call(updateEnc, {
      links: [await sealLink(await giveKey(ada, secret), sealed, { name: 'Sealed' })],
    })
    expect((await run({ conditions: {}, actions: all().actions })).changed).toBe(0)
    expect((await read(theirs, ben)).name).toBe('Sourdough – Tube')
  })

  test('goes through a library in batches, and undo reverses the whole run', async () => {
    const forms = Array.from({ length: 230 }, (_, n) => ({
      link: `${address}&n=${n}&utm_source=mail`,
      name: `Bread ${n} – Tube`,
      category: 3,
    }))
    const saved: string[] = []
    for (let from = 0; from < forms.length; from += 100) {
      app.clock.now += 1000
      const { links } = await ada.call(saveLinks, { links: forms.slice(from, from + 100) })
      saved.push(...links.map(link => link._id))
    }
    const { changed, undo: key } = await run()
    expect(changed).toBe(saved.length)
    for (const n of [0, 210])
      expect(await read(saved[n]!)).toEqual({ ...cleaned(), name: `Bread ${n}`, at: `${address}&n=${n}` })
    expect((await undoRun(key)).left).toBe(0)
    for (const n of [0, 210])
      expect(await read(saved[n]!)).toEqual({ ...asSaved(), name: forms[n]!.name, at: forms[n]!.link })
  })

  test('a stopped run keeps the completed batches, and undo reverses these', async () => {
    for (let n = 0; n < 12; n++) {
      const form = (_: unknown, m: number) => ({ link: `${address}&n=${n}-${m}`, name: 'Rye', category: 3 })
      await ada.call(saveLinks, { links: Array.from({ length: 100 }, form) })
    }
    const moved = async () => (await ada.call(listCollectionLinks, { folder_id: watch })).total
    await ada.call(contract.saveRule, { conditions: {}, actions: { collection: watch } })
    const { job, links } = await ada.call(contract.applyRules, {})
    expect(links).toBe(1200)
    await expect
      .poll(async () => (await ada.call(jobStatus, { job: job! })).done, { interval: 5 })
      .toBeGreaterThan(0)
    await ada.call(cancelJob, { job: job! })
    const { state, bulk } = await waitForEnd(ada, job!)
    expect(state).toBe('cancelled')
    expect(bulk!.changed).toBeLessThan(1200)
    expect(await moved()).toBe(bulk!.changed)
    await undoRun(bulk!.undo)
    expect(await moved()).toBe(0)
  })

  test('an undo leaves what has changed since', async () => {
    const [renamed, moved, readdressed] = [await save(), await save(), await save()]
    const other = (await ada.call(createCollection, { name: 'Other' }))._id
    const { undo: key } = await run()
    await ada.call(updateLink, { link_id: renamed, name: 'My bread' })
    await ada.call(moveLinks, { links: [moved], move_to: other })
    await ada.call(updateLink, { link_id: readdressed, link: 'https://other.example/' })
    await undoRun(key)
    expect(await read(renamed)).toEqual({ ...asSaved(), name: 'My bread' })
    expect(await read(moved)).toEqual({ ...asSaved(), parent: other })
    expect(await read(readdressed)).toEqual({ ...asSaved(), at: 'https://other.example/' })
  })

  test('an undo brings links back to their places in the order of their collection', async () => {
    const folder_id = (await ada.call(createCollection, { name: 'Ordered' }))._id
    const ids: string[] = []
    for (const name of ['One – Tube', 'Two', 'Three'])
      ids.push(await save({ parent: folder_id, name, link: `https://${name.length}.example/` }))
    const order = async () =>
      (await ada.call(listCollectionLinks, { folder_id, sort: 'hand' })).links.map(link => link._id)
    const before = await order()
    const middle = before[1]!
    const title = (await read(middle)).name
    const { undo: key } = await run({ conditions: { title }, actions: { collection: watch } })
    expect(await order()).toEqual(before.filter(id => id !== middle))
    await undoRun(key)
    expect(await order()).toEqual(before)
    expect(new Set(before)).toEqual(new Set(ids))
  })

  test('a favourite of before stays one, and tags of before stay', async () => {
    const id = await save({ tags: ['Video'] })
    await ada.call(favouriteLink, { link_id: id, is_fav: 1 })
    const { undo: key } = await run()
    expect(await read(id)).toMatchObject({ favourite: 1, tags: ['Video', 'seen'] })
    await undoRun(key)
    expect(await read(id)).toMatchObject({ favourite: 1, tags: ['Video'] })
  })

  test('deletes previous titles and addresses with the encryption of their links', async () => {
    const secret = (await ada.call(createCollection, { name: 'Secret' }))._id
    const id = await save({ parent: secret })
    const rule: Rule = { conditions: {}, actions: { site_name: 1, tracking: 1 } }
    const { undo: key } = await run(rule)
    const texts = () =>
      app.services.db.read.selectFrom('undo_texts').selectAll().where('link_id', '=', id).execute()
    expect(await texts()).toMatchObject([{ old_title: 'Sourdough – Tube', new_address: address }])
    await ada.call(updateEnc, { links: [await sealLink(await giveKey(ada, secret), id, { name: 'Sealed' })] })
    expect(await texts()).toEqual([])
    expect(await undoRun(key)).toMatchObject({ changed: 0 })
  })

  test('rejects deleted rules, those of others, or none at all', async () => {
    expect(await toOutcome(ada.call(contract.applyRules, {}))).toBe('rules.noneChosen')
    expect(await toOutcome(ada.call(contract.applyRules, { rules: ['nowhere'] }))).toBe('rules.notFound')
    const { _id } = await ada.call(contract.saveRule, all())
    await ada.call(contract.updateRule, { rule_id: _id, active: 0 })
    expect(await toOutcome(ada.call(contract.applyRules, {}))).toBe('rules.noneChosen')
    const { job } = await ada.call(contract.applyRules, { rules: [_id] })
    await waitForEnd(ada, job!)
  })
})
