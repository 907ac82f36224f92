import { createCollection, favouriteCollection, trashCollections } from '@nestmark/contract/collections'
import { saveHighlight } from '@nestmark/contract/reading/highlights'
import { favouriteLink, saveLink, trashLinks } from '@nestmark/contract/links/links'
import { setPermissions } from '@nestmark/contract/sharing/share'
import { addSuggestion } from '@nestmark/contract/sharing/suggestions'
import { addTags } from '@nestmark/contract/tags'
import { createWebhook, updateWebhook } from '@nestmark/contract/webhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertDelivery } from '../../features/webhooks/deliveries/deliveryStore.ts'
import { routes } from '../../routes.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { type Person, signIn, touch } from '../support/people.ts'

let app: TestApp
let ada: Person
let willem: Person
beforeAll(async () => {
  app = await startApp()
  // A paid plan, because the test calls every list.
  ada = await signIn(app, 'ada', 2)
  willem = await signIn(app, 'willem', 2)
})
afterAll(() => app.stop())

/** Returns the statements so far, of the request thread and the reader threads. */
const statements = () => app.services.db.statements + app.services.readers.statements

let tag = ''
let hook = ''

/** The input of each list. A new list in the contract must be added here, or the test fails. */
const inputs: Record<string, (place: string) => object> = {
  'get-folder-chain': () => ({}),
  'dashboard-folders': () => ({}),
  'get-folder-folders-from-path': place => ({ folder_id: place }),
  'get-fav-folders': () => ({}),
  'find-saved': () => ({ link: 'https://example.org/saved-often' }),
  'find-duplicates': () => ({ level: 5 }),
  'count-duplicates': () => ({}),
  'get-untidy-links': () => ({ group: 'untagged' }),
  'dashboard-links': () => ({}),
  'get-folder-links-from-path': place => ({ folder_id: place }),
  'refresh-folder-links': place => ({ parent_id: place }),
  'get-all-favs': () => ({}),
  'get-all-keys': () => ({}),
  'list-webhooks': () => ({}),
  'webhook-deliveries': () => ({ webhook_id: hook }),
  'get-all-tags': () => ({ page: 1, input: 'tag' }),
  'category-count': () => ({ input: 'tag' }),
  'get-links-of-tag': () => ({ tag_id: tag }),
  'autofill-tags': () => ({
    link: 'https://example.org/number',
    name: 'Number',
    keywords: ['tag'],
    shared: 1,
  }),
  'search-links-folders': () => ({ input: 'number' }),
  'search-counts': () => ({ input: 'number' }),
  'search-spelling': () => ({ input: 'nunber' }),
  'pro-search': () => ({ input: 'number', type: 1 }),
  'all-highlights': () => ({}),
  'search-highlights': () => ({ input: 'number' }),
  'count-highlights': () => ({}),
  'get-broken-links': () => ({}),
  'get-link-check': () => ({}),
  'count-export': place => ({ folder_id: place, include_sub: 1 }),
  'saved-searches': () => ({}),
  rules: () => ({}),
  'test-rules': () => ({ rules: [{ conditions: {}, actions: { tags: ['tag'], favourite: 1 } }] }),
  'get-feeds': place => ({ folder_id: place }),
  'get-shared-folders': () => ({}),
  'get-shared-chain': () => ({}),
  'get-offers': () => ({}),
  'get-suggested-to-me': () => ({}),
  'get-suggested-by-me': () => ({}),
  notifications: () => ({}),
  'get-folder-activity': place => ({ folder_id: place }),
  'get-trashed-collections': () => ({}),
  'get-trashed-links': () => ({}),
  'count-trash': () => ({ every: { trash: 1 } }),
  'get-storage-details': () => ({}),
  'list-stored-links': place => ({ folder_id: place }),
  'running-jobs': () => ({}),
  'recent-imports': () => ({}),
  'get-enc-links': () => ({ enc: 0 }),
  'count-enc-links': () => ({}),
  'get-folder-keys': place => ({ folder_id: place }),
  'list-folder-keys': place => ({ folder_id: place }),
  'get-member-keys': place => ({ folder_id: place }),
  'get-given-keys': () => ({}),
  'get-passkey-keys': () => ({}),
}
const singles = [
  'user-data',
  'get-profile',
  'get-storage',
  'profile',
  'get-folder-data',
  'get-single-link',
  'get-note',
  'get-copy',
  'get-reading-place',
  'page-highlights',
  'job-status',
  'l/{link_id}',
  'get-folder-permissions',
  'get-domain',
  'get-white-label',
  'who-can-see',
  'count-suggestions',
  // Its statements depend on the saved searches, not on what they find.
  'count-saved-searches',
  'count-notifications',
  'get-key-pair',
]

const delivery = {
  events: '[]',
  state: 'delivered' as const,
  status: 200,
  tries: 1,
  created_at: 1,
  tried_at: 1,
  next_at: null,
}

test('LINK-11 COL-04 SRCH-04 no list runs more statements for more rows', async () => {
  const lists = routes.filter(({ op }) => op.reads.length > 0 && !singles.includes(op.path))
  expect(lists.map(({ op }) => op.path).sort()).toEqual(Object.keys(inputs).sort())

  tag = (await ada.call(addTags, { tags: ['tag'] })).tag!
  const place = (await ada.call(createCollection, { name: 'Number place' }))._id
  const theirs = (await willem.call(createCollection, { name: 'Number theirs' }))._id
  for (const [who, folder_id] of [
    [ada, place],
    [willem, theirs],
  ] as const)
    await who.call(setPermissions, { folder_id, read: 3, write: 0, enable_sugg: 1 })
  // Disabled, because its events would enqueue jobs, whose statements would be counted.
  const off = async (folder_id: string) => {
    const { webhook } = await ada.call(createWebhook, { address: 'https://hooks.example/', folder_id })
    await ada.call(updateWebhook, { webhook_id: webhook._id, is_active: 0 })
    return webhook._id
  }
  hook = await off(place)
  const fill = async (from: number, to: number) => {
    for (let n = from; n < to; n++) {
      const folder = await ada.call(createCollection, { name: `Number ${n}`, parent: place })
      const suggested = { name: `Number ${n}`, desc: 'Number', category: 4 }
      await willem.call(addSuggestion, { ...suggested, parent: place })
      await ada.call(addSuggestion, { ...suggested, parent: theirs })
      await ada.call(favouriteCollection, { folder_id: folder._id, is_fav: 1 })
      if (n < 9) await off(folder._id)
      await app.services.db.write(tx =>
        insertDelivery(tx, { ...delivery, id: `delivery ${n}`, webhook_id: hook }),
      )
      // Notes enqueue no job, whose statements would be counted.
      const form = { desc: `Number ${n}`, name: `Number ${n}`, category: 4, parent: place }
      await ada.call(saveHighlight, { url: `https://example.org/${n}`, text: `Number ${n}` })
      await ada.call(saveHighlight, { url: 'https://example.org/saved-often', text: `Number ${n}` })
      const link = await ada.call(saveLink, { ...form, tags: ['tag', `tag ${n}`] })
      await app.services.db.write(tx =>
        tx
          .updateTable('links')
          .set({ compare_key: 'example.org/saved-often' })
          .where('id', '=', link._id)
          .execute(),
      )
      await ada.call(favouriteLink, { link_id: link._id, is_fav: 1 })
      // Items shared by others are in the same lists.
      const sharedCollection = await willem.call(createCollection, { name: `Number shared ${n}` })
      await willem.call(setPermissions, {
        folder_id: sharedCollection._id,
        read: 1,
        write: 0,
        read_members: [ada.id],
      })
      await ada.call(favouriteCollection, { folder_id: sharedCollection._id, is_fav: 1 })
      const shared = await willem.call(saveLink, { ...form, parent: sharedCollection._id })
      await ada.call(favouriteLink, { link_id: shared._id, is_fav: 1 })
      const [lost, trashed] = [
        await ada.call(saveLink, form),
        await ada.call(createCollection, { name: `Number trashed ${n}` }),
      ]
      await ada.call(trashLinks, { linkIdArr: [lost._id] })
      await ada.call(trashCollections, { folderIdArr: [trashed._id] })
    }
  }
  const once = async (op: (typeof lists)[number]['op']) => {
    await touch(app, ada)
    const before = statements()
    await ada.call(op, inputs[op.path]!(place) as never)
    return statements() - before
  }
  const spent = async () => {
    const counts: Record<string, number> = {}
    for (const { op } of lists) {
      // The minimum of three, because the job runner polls every two seconds.
      counts[op.path] = Math.min(await once(op), await once(op), await once(op))
    }
    return counts
  }
  await fill(0, 2)
  const few = await spent()
  // Below a page: with a full page, the links on further pages are counted too.
  await fill(2, 12)
  expect(await spent()).toEqual(few)
})

test('HL-05 saving a highlight runs the same few statements on a page with one and with many', async () => {
  const url = 'https://example.org/counted'
  let last = 0
  const spend = async () => {
    await touch(app, ada)
    const before = statements()
    await ada.call(saveHighlight, { url, text: `Words ${++last}` })
    return statements() - before
  }
  // The minimum of ten, because the job runner polls every two seconds, and polled, because jobs of earlier calls may still run.
  const spendLeast = async () => {
    const spent: number[] = []
    while (spent.length < 10) spent.push(await spend())
    return Math.min(...spent)
  }
  // Session, page, same words, insertion, count, webhooks; on PostgreSQL begin and commit, on SQLite the search entry.
  const few = app.services.db.kind === 'postgres' ? 8 : 7
  await expect.poll(spendLeast).toBe(few)
  for (let n = 0; n < 30; n++) await spend()
  await expect.poll(spendLeast).toBe(few)
})
