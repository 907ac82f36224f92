import { undo } from '@nestmark/contract/jobs'
import { listRules } from '@nestmark/contract/rules'
import { listSavedSearches } from '@nestmark/contract/search/savedSearches'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/support/app.ts'
import { stopIntact, waitForEnd } from '../../../test/support/jobs.ts'
import { type Person, signIn } from '../../../test/support/people.ts'
import { importText } from '../files/files.testing.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => stopIntact(app))

const at = Date.UTC(2026, 10, 25)
const search = { name: 'Herons', input: 'heron tag:bird', type: 1, category: 3, order: 2, created_at: at }
const feed = (address: string, collection: string | null) => ({
  address,
  collection,
  title: 'F',
  tag: 'news',
  created_at: at,
})
const file = JSON.stringify({
  format: 'nestmark-library',
  version: 1,
  server: '',
  exported_at: at,
  searches: [search, { ...search, name: '', type: 99 }],
  rules: [
    {
      active: false,
      conditions: { feed: 'https://feeds.example/birds.xml' },
      actions: { collection: 'c', favourite: 1 },
      created_at: at,
    },
    { active: true, conditions: { host: 'a.example' }, actions: { collection: null }, created_at: at },
    { active: true, conditions: { host: 'missing' }, actions: { collection: 'x', tags: ['a'] } },
    { active: true, conditions: { feed: '' }, actions: { tags: ['a'] } },
    { active: true, conditions: { title: ['not a text'] }, actions: { tags: ['a'] } },
    { active: true, conditions: { later: 'unknown' }, actions: { tags: ['a'] } },
    { active: true, conditions: { host: 'empty' }, actions: {} },
  ],
  collections: [{ id: 'c', name: 'Birds', parent: null }],
  links: [{ id: 'l', collection: 'c', title: 'A', address: 'https://a.example/' }],
  feeds: [
    feed('https://feeds.example/top.xml', null),
    feed('https://feeds.example/birds.xml', 'c'),
    feed('javascript:alert(1)', 'c'),
  ],
})

/** Returns the feeds of a person with the names of their collections, the saved searches and the rules. */
async function listExtras(who: Person) {
  const feeds = await app.services.db.read
    .selectFrom('feeds as f')
    .innerJoin('collections as c', 'c.id', 'f.collection_id')
    .select(['f.address', 'f.tag', 'f.with_newest', 'f.created_at', 'c.name'])
    .where('f.person_id', '=', who.id)
    .orderBy('f.address')
    .execute()
  const searches = await who.call(listSavedSearches, {})
  return { feeds, searches, rules: await who.call(listRules, {}) }
}

test('IO-03 nestmark.json brings its feeds, saved searches and rules along, once, and the undo takes them away', async () => {
  const who = await signIn(app, 'ada', 2)
  const { job, report } = await importText(app, who, file, { type: 'nestmarkJson' })
  expect(report!.rows.map(row => row.reason).toSorted()).toEqual([
    'Choose what the rule does',
    'The collection or the feed of this rule was not imported',
    'The collection or the feed of this rule was not imported',
    'This is not the address of a feed',
    'This list is a search and is not imported',
    'This rule cannot be read',
    'This rule cannot be read',
  ])
  const { feeds, searches, rules } = await listExtras(who)
  expect(feeds.map(({ name, ...each }) => ({ ...each, isTop: name !== 'Birds' }))).toEqual([
    { address: 'https://feeds.example/birds.xml', tag: 'news', with_newest: 0, created_at: at, isTop: false },
    { address: 'https://feeds.example/top.xml', tag: 'news', with_newest: 0, created_at: at, isTop: true },
  ])
  expect(searches).toMatchObject([
    { name: 'Herons', input: 'heron tag:bird', type: 1, category: 3, order: 2, created: at },
  ])
  expect(rules).toMatchObject([
    {
      active: 0,
      conditions: { feed: expect.any(String) },
      actions: { favourite: 1 },
      collection: { name: 'Birds', state: 'ok' },
      feed: { state: 'ok' },
      created: at,
    },
    { active: 1, conditions: { host: 'a.example' }, actions: { collection: who.rootId }, created: at },
  ])

  const again = await importText(app, who, file, { type: 'nestmarkJson' })
  expect(again.report!.rows.map(row => row.reason).toSorted()).toEqual([
    'Choose what the rule does',
    'The collection has this feed already',
    'The collection has this feed already',
    'The collection or the feed of this rule was not imported',
    'The collection or the feed of this rule was not imported',
    'This is not the address of a feed',
    'This link is here already',
    'This list is a search and is not imported',
    'This rule cannot be read',
    'This rule cannot be read',
    'This rule is here already',
    'This rule is here already',
    'This saved search is here already',
  ])
  const undone = await who.call(undo, { undo: job })
  if (undone.job) await waitForEnd(who, undone.job)
  expect(await listExtras(who)).toEqual({ feeds: [], searches: [], rules: [] })
})
