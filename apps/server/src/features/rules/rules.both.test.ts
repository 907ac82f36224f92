import { createCollection, trashCollections, updateCollection } from '@nestmark/contract/collections'
import { favouriteLinks, getLink, oneClickSave, saveLink, saveLinks } from '@nestmark/contract/links/links'
import type { Input } from '@nestmark/contract/operation'
import * as contract from '@nestmark/contract/rules'
import { setPermissions } from '@nestmark/contract/sharing/share'
import { listTags, mergeTags, restoreTags, updateTag } from '@nestmark/contract/tags'
import { limits } from '@nestmark/core/limits'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { serve, type TestServer } from '../../fetching/testing/web.testing.ts'
import { startApp, type TestApp } from '../../test/support/app.ts'
import { linksFilled, stopIntact } from '../../test/support/jobs.ts'
import { type Person, signIn, toOutcome } from '../../test/support/people.ts'
import { giveKey } from '../encryption/fixture.testing.ts'

let app: TestApp
let site: TestServer
let ada: Person
let watch: string
beforeAll(async () => {
  site = await serve((_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Turf houses | Localhost</title>'),
  )
  app = await startApp({ fetchAllowPrivate: [site.hostPort] })
})
beforeEach(async () => {
  ada = await signIn(app, 'ada', 2)
  watch = (await ada.call(createCollection, { name: 'Watch' }))._id
})
afterAll(async () => {
  await stopIntact(app)
  await site.close()
})

type Rule = Input<typeof contract.saveRule>
const rule = (conditions: Rule['conditions'], actions: Rule['actions'], who = ada) =>
  who.call(contract.saveRule, { conditions, actions })
const save = (more: Partial<Input<typeof saveLink>> = {}, who = ada) =>
  who.call(saveLink, {
    link: 'https://www.tube.example/watch?v=4&utm_source=mail',
    name: 'Sourdough – Tube',
    category: 3,
    ...more,
  })
const list = (who = ada) => who.call(contract.listRules, {})

describe('rules for new links', () => {
  test('tags, moves, marks and cleans a new link that meets the conditions, and no others', async () => {
    await rule({ host: 'https://tube.example/any' }, { tags: ['video', 'Video'], site_name: 1, tracking: 1 })
    await rule({ tag: 'VIDEO' }, { collection: watch, favourite: 1 })
    const link = await save({ tags: ['bread'] })
    expect(link).toMatchObject({
      name: 'Sourdough',
      link: 'https://www.tube.example/watch?v=4',
      parent: watch,
      favourite: 1,
    })
    expect(link.tags.map(tag => tag.name)).toEqual(['bread', 'video'])
    const other = await save({ link: 'https://other.example/?utm_source=mail' })
    expect(other).toMatchObject({ name: 'Sourdough – Tube', parent: ada.rootId, favourite: 0, tags: [] })
    expect(other.link).toContain('utm_source')
  })

  test('links of one save go to their own places, and the counts are right', async () => {
    await rule({ title: 'film' }, { collection: watch })
    const one = (name: string) => ({ name, desc: 'Words', category: 4 })
    const { links } = await ada.call(saveLinks, { links: [one('A film'), one('A book')] })
    expect(links.map(link => link.parent)).toEqual([watch, ada.rootId])
  })

  test('a paused rule does nothing, and rules run in the order of the list', async () => {
    const other = (await ada.call(createCollection, { name: 'Other' }))._id
    const first = await rule({}, { collection: watch })
    const second = await rule({}, { collection: other })
    expect((await save()).parent).toBe(other)
    expect((await ada.call(contract.orderRules, { rules: [second._id] })).map(each => each._id)).toEqual([
      second._id,
      first._id,
    ])
    expect((await save()).parent).toBe(watch)
    await ada.call(contract.updateRule, { rule_id: first._id, active: 0 })
    expect((await save()).parent).toBe(other)
    await ada.call(contract.deleteRule, { rule_id: second._id })
    expect((await save()).parent).toBe(ada.rootId)
  })

  test('cleans and compares the title of a link without one once the server has read its page', async () => {
    await rule({ host: '127.0.0.1' }, { tags: ['local'], remove_text: '| Localhost' })
    await rule({ title: 'turf' }, { tags: ['houses'], collection: watch })
    const saved = await ada.call(oneClickSave, { url: `${site.origin}/turf` })
    expect(saved).toMatchObject({ parent: ada.rootId })
    expect(saved.tags.map(tag => tag.name)).toEqual(['local'])
    await linksFilled(app)
    const { link } = await ada.call(getLink, { link_id: saved._id })
    expect(link).toMatchObject({ name: 'Turf houses', parent: watch })
    expect(link.tags.map(tag => tag.name)).toEqual(['local', 'houses'])
  })

  test('a rule follows its tags through renaming and merging', async () => {
    await rule({ tag: 'film' }, { tags: ['Seen', 'watched', 'later'] })
    await save({ tags: ['film', 'clip', 'seen', 'watched'] })
    const content = async () => {
      const [only] = await list()
      return [only!.conditions.tag, only!.actions.tags]
    }
    const idOf = async (name: string) => (await ada.call(listTags, {})).find(tag => tag.name === name)!._id
    await ada.call(updateTag, { tag_id: await idOf('film'), tag_name: 'Movie' })
    expect(await content()).toEqual(['Movie', ['Seen', 'watched', 'later']])
    await ada.call(mergeTags, {
      tags: [await idOf('seen'), await idOf('Movie')],
      into: await idOf('watched'),
    })
    expect(await content()).toEqual(['watched', ['watched', 'later']])
  })

  test('the undo of a merge gives rules their tags back, unless these have changed since', async () => {
    const { _id } = await rule({ tag: 'film' }, { tags: ['seen', 'later', 'Film'] })
    const tags = (await save({ tags: ['film', 'seen', 'watched'] })).tags.map(tag => tag._id)
    const [film, seen, watched] = tags as [string, string, string]
    const content = async () => {
      const [only] = await list()
      return [only!.conditions.tag, only!.actions]
    }
    const undoMerge = (...ids: string[]) => ada.call(restoreTags, { tags: ids })
    const merge = () => ada.call(mergeTags, { tags: [film, seen], into: watched })
    const previous = await content()
    await merge()
    expect(await content()).toEqual(['watched', { tags: ['watched', 'later'] }])
    await undoMerge(film, seen)
    expect(await content()).toEqual(previous)

    // One of two, after a new name of the tag that stayed; then the other one.
    await merge()
    await ada.call(updateTag, { tag_id: watched, tag_name: 'Viewed' })
    await undoMerge(seen)
    expect(await content()).toEqual(['Viewed', { tags: ['seen', 'later', 'Viewed'] }])
    await undoMerge(film)
    expect(await content()).toEqual(previous)

    await merge()
    await ada.call(contract.updateRule, { rule_id: _id, actions: { tags: ['new'] } })
    await undoMerge(film, seen)
    expect(await content()).toEqual(['Viewed', { tags: ['new'] }])
  })

  test("a rule changes no link in another person's library, and rules of others change none of ours", async () => {
    const ben = await signIn(app, 'ben', 2)
    await ada.call(setPermissions, { folder_id: watch, read: 1, write: 1, write_members: [ben.id] })
    await rule({}, { tags: ['ada'] })
    await rule({}, { tags: ['ben'], favourite: 1 }, ben)
    expect(await save({ parent: watch }, ben)).toMatchObject({ tags: [], favourite: 0 })
    expect((await save()).tags.map(tag => tag.name)).toEqual(['ada'])
  })

  test('a rule whose collection is in the trash, encrypted or deleted says so, and skips only the move', async () => {
    const state = async () => (await list())[0]?.collection
    await rule({}, { collection: watch, tags: ['film'] })
    expect(await state()).toEqual({ name: 'Watch', state: 'ok' })
    await ada.call(updateCollection, { folder_id: watch, name: 'Films' })
    await giveKey(ada, watch)
    expect(await state()).toEqual({ name: 'Films', state: 'encrypted' })
    const link = await save()
    expect(link).toMatchObject({ parent: ada.rootId })
    expect(link.tags.map(tag => tag.name)).toEqual(['film'])
    await ada.call(trashCollections, { folderIdArr: [watch], isTrash: 1 })
    expect(await state()).toEqual({ name: 'Films', state: 'trash' })
    await app.services.db.write(tx => tx.deleteFrom('collections').where('id', '=', watch).execute())
    expect(await state()).toEqual({ name: '', state: 'gone' })
    expect((await save()).parent).toBe(ada.rootId)
    const id = (await list())[0]!._id
    expect((await ada.call(contract.updateRule, { rule_id: id, active: 0 })).active).toBe(0)
    await ada.call(favouriteLinks, { links: [link._id], is_fav: 1 })
  })
})

describe('rejects a rule', () => {
  test.each<[code: string, conditions: Rule['conditions'], actions: Rule['actions']]>([
    ['rules.actionRequired', { host: 'a.example' }, {}],
    ['rules.actionRequired', {}, { tags: [], favourite: 0, remove_text: '  ' }],
    ['rules.hostInvalid', { host: 'javascript:alert(1)' }, { favourite: 1 }],
    ['rules.textTooLong', { title: 'x'.repeat(limits.ruleText + 1) }, { favourite: 1 }],
    ['rules.tooManyTags', {}, { tags: Array.from({ length: limits.tagsPerRule + 1 }, (_, n) => `t${n}`) }],
    ['tags.nameTooLong', { tag: 'x'.repeat(limits.tagName + 1) }, { favourite: 1 }],
    ['collections.notFound', {}, { collection: 'nowhere' }],
    ['feeds.notFound', { feed: 'nowhere' }, { favourite: 1 }],
  ])('with %s', async (code, conditions, actions) => {
    expect(await toOutcome(rule(conditions, actions))).toBe(code)
  })

  test('that moves links to a collection of another person, to the trash, or to an encrypted one', async () => {
    const ben = await signIn(app, 'ben', 2)
    const theirs = (await ben.call(createCollection, { name: 'Theirs' }))._id
    expect(await toOutcome(rule({}, { collection: theirs }))).toBe('collections.notFound')
    await ben.call(setPermissions, { folder_id: theirs, read: 1, write: 1, write_members: [ada.id] })
    expect(await toOutcome(rule({}, { collection: theirs }))).toBe('collections.otherOwner')
    await giveKey(ada, watch)
    expect(await toOutcome(rule({}, { collection: watch }))).toBe('rules.encrypted')
    await ada.call(trashCollections, { folderIdArr: [watch], isTrash: 1 })
    expect(await toOutcome(rule({}, { collection: watch }))).toBe('collections.inTrash')
  })

  test('beyond the limit, also by calls at the same time', async () => {
    await Promise.all(Array.from({ length: limits.rules - 1 }, () => rule({}, { favourite: 1 })))
    const outcomes = await Promise.all([1, 2, 3].map(() => toOutcome(rule({}, { favourite: 1 }))))
    expect(outcomes.filter(each => each === 'rules.tooMany')).toHaveLength(2)
    expect(await list()).toHaveLength(limits.rules)
  })
})
