import { createCollection, trashCollections } from '@nestmark/contract/collections'
import { addFeed, deleteFeed, findFeeds, listFeeds, readFeed, updateFeed } from '@nestmark/contract/feeds'
import { deleteLinks, listCollectionLinks, saveLink, trashLinks } from '@nestmark/contract/links/links'
import { listRules, saveRule } from '@nestmark/contract/rules'
import { setPermissions } from '@nestmark/contract/sharing/share'
import { describe, expect, test } from 'vitest'
import { signIn, toOutcome } from '../../test/support/people.ts'
import { giveKey } from '../encryption/fixture.testing.ts'
import { listSeenKeys, markSeen } from './store.ts'
import {
  ada,
  add,
  answers,
  app,
  feedsRead,
  find,
  folder,
  hour,
  names,
  publish,
  range,
  readNext,
  requestsOf,
  setUpFixture,
  site,
} from './fixture.testing.ts'

setUpFixture()

describe('a collection listens to feeds', () => {
  test('the newest ten become links at first, later ones each once, with the tag', async () => {
    publish('/rss', range(1, 14))
    const feed = await add('/rss', { tag: 'News' })
    expect(feed).toMatchObject({
      title: 'News',
      state: 'ok',
      reason: null,
      tag: 'News',
      checked: app.clock.now,
    })
    expect(await names()).toEqual(
      range(5, 14)
        .toReversed()
        .map(n => `Entry ${n}`),
    )
    const { links } = await ada.call(listCollectionLinks, { folder_id: folder })
    expect(links.every(link => link.tags.some(tag => tag.name === 'News'))).toBe(true)
    publish('/rss', range(3, 16))
    const between = (await find(feed._id)).next! - app.clock.now
    expect(between).toBeGreaterThanOrEqual(0.9 * hour)
    expect(between).toBeLessThanOrEqual(1.1 * hour)
    await readNext(feed)
    expect((await names()).slice(0, 3)).toEqual(['Entry 16', 'Entry 15', 'Entry 14'])
    expect(await names()).toHaveLength(12)
  })

  test('applies rules to its entries, also those that name the feed, and shows it as missing after its removal', async () => {
    publish('/rss', [1])
    const feed = await add('/rss', { with_newest: 0 })
    const conditions = { feed: feed._id, title: 'entry 3' }
    await ada.call(saveRule, { conditions, actions: { tags: ['third'], favourite: 1 } })
    publish('/rss', range(1, 3))
    await readNext(feed)
    const { links } = await ada.call(listCollectionLinks, { folder_id: folder })
    expect(links.map(link => [link.name, link.favourite, link.tags.map(tag => tag.name)])).toEqual([
      ['Entry 3', 1, ['third']],
      ['Entry 2', 0, []],
    ])
    expect((await ada.call(listRules, {}))[0]!.feed).toEqual({ title: 'News', state: 'ok' })
    await ada.call(deleteFeed, { feed_id: feed._id })
    expect((await ada.call(listRules, {}))[0]!.feed).toEqual({ title: '', state: 'gone' })
  })

  test('does not save an entry again that the user deleted or that the collection has', async () => {
    publish('/rss', [1, 2])
    await ada.call(saveLink, { link: `${site.origin}/entry/3`, name: 'Mine', category: 3, parent: folder })
    const feed = await add('/rss')
    const { links } = await ada.call(listCollectionLinks, { folder_id: folder })
    const [one] = links.filter(link => link.name === 'Entry 1')
    await ada.call(trashLinks, { linkIdArr: [one!._id] })
    await ada.call(deleteLinks, { linkIdArr: [one!._id] })
    publish('/rss', [1, 2, 3, 4])
    await readNext(feed)
    expect((await names()).sort()).toEqual(['Entry 2', 'Entry 4', 'Mine'])
    // Not by another feed with the same pages either.
    publish('/other', [2, 3, 5])
    await add('/other')
    expect((await names()).sort()).toEqual(['Entry 2', 'Entry 4', 'Entry 5', 'Mine'])
  })

  test('saves only later entries when the user wants nothing of the first reading, and at most 50 a time', async () => {
    publish('/rss', range(1, 5), { headers: { etag: '"1"' } })
    const feed = await add('/rss', { with_newest: 0 })
    expect(await names()).toEqual([])
    publish('/rss', range(1, 65), { headers: { etag: '"2"' } })
    await readNext(feed)
    const first = await ada.call(listCollectionLinks, { folder_id: folder, page: 1 })
    expect(first.links[0]!.name).toBe('Entry 55')
    await readNext(feed)
    // The rest is asked for without the validator, and only then counts as read.
    expect(requestsOf('/rss').map(request => request.headers['if-none-match'])).toEqual([
      undefined,
      '"1"',
      undefined,
    ])
    expect((await names())[0]).toBe('Entry 65')
    await readNext(feed)
    expect(requestsOf('/rss').at(-1)!.headers['if-none-match']).toBe('"2"')
  })

  test('a page names its feeds, and its address stands for the first one', async () => {
    const named = '<link rel="alternate" type="application/rss+xml" title="Posts" href="/rss">'
    answers.set('/blog', {
      body: `<title>Blog</title>${named}<link rel=alternate type=application/atom+xml href=/atom>`,
    })
    publish('/rss', [1])
    expect(await ada.call(findFeeds, { address: `${site.origin}/blog` })).toEqual([
      { address: `${site.origin}/rss`, title: 'Posts' },
      { address: `${site.origin}/atom`, title: '' },
    ])
    expect(await ada.call(findFeeds, { address: `${site.origin}/rss` })).toEqual([
      { address: `${site.origin}/rss`, title: 'News' },
    ])
    expect(await ada.call(findFeeds, { address: `${site.origin}/none` })).toEqual([])
    expect(await add('/blog')).toMatchObject({ address: `${site.origin}/rss`, state: 'ok' })
    expect(await names()).toEqual(['Entry 1'])
  })
})

test('forgets the oldest of more than 5,000 entries, and never those that the feed lists', async () => {
  publish('/rss', [])
  const { _id } = await add('/rss')
  const old = range(1, 4999).map(n => `old ${n}`)
  const store = (keys: string[], listed: string[], at: number) =>
    app.services.db.write(tx => markSeen(tx, _id, keys, listed, at))
  await store(['listed'], ['listed'], 1)
  await store(old, old, 2)
  await store(['new'], ['new', 'listed'], 3)
  const left = await listSeenKeys(app.services.db.read, _id, ['listed', 'new', ...old])
  expect(left.size).toBe(5000)
  expect([left.has('listed'), left.has('new')]).toEqual([true, true])
})

describe('reads feeds politely', () => {
  test('sends the validators of the last answer, and counts an answer without changes as a success', async () => {
    publish('/rss', [1], { headers: { etag: 'W/"7"', 'last-modified': 'Tue, 10 Jun 2003 04:00:00 GMT' } })
    const feed = await add('/rss')
    answers.set('/rss', { status: 304 })
    expect(await readNext(feed)).toMatchObject({ state: 'ok', status: 304, checked: app.clock.now })
    expect(requestsOf('/rss')[1]!.headers).toMatchObject({
      'if-none-match': 'W/"7"',
      'if-modified-since': 'Tue, 10 Jun 2003 04:00:00 GMT',
    })
    expect(await names()).toEqual(['Entry 1'])
  })

  test('a permanent redirect changes the address, a temporary one does not, and 410 ends it', async () => {
    publish('/new', [1])
    answers.set('/old', { status: 302, headers: { location: '/new' } })
    const feed = await add('/old')
    expect(feed).toMatchObject({ address: `${site.origin}/old`, state: 'ok' })
    answers.set('/old', { status: 301, headers: { location: '/new' } })
    expect(await readNext(feed)).toMatchObject({ address: `${site.origin}/new` })
    answers.set('/new', { status: 410 })
    expect(await readNext(feed)).toMatchObject({ state: 'paused', reason: 'gone', next: null, status: 410 })
    app.clock.now += 100 * hour
    app.services.jobs.wake()
    await feedsRead()
    expect(requestsOf('/new')).toHaveLength(3)
  })

  test('tries failures again ever less often, as late as the site asks, and pauses the feed after 14 days', async () => {
    answers.set('/rss', { status: 503, headers: { 'retry-after': '36000' } })
    let feed = await add('/rss')
    const start = app.clock.now
    expect(feed).toMatchObject({ state: 'failing', reason: 'status', status: 503, failing_since: start })
    expect(feed.next! - start).toBe(10 * hour)
    answers.set('/rss', { body: 'no feed' })
    for (let n = 0; n < 6; n++) feed = await readNext(feed)
    expect(feed).toMatchObject({ state: 'failing', reason: 'notFeed' })
    expect(feed.next! - app.clock.now).toBeGreaterThan(21 * hour)
    expect(feed.next! - app.clock.now).toBeLessThan(27 * hour)
    while (feed.state === 'failing') feed = await readNext(feed)
    expect(feed).toMatchObject({ state: 'paused', reason: 'notFeed', next: null })
    expect(app.clock.now - start).toBeGreaterThan(14 * 24 * hour)
    expect(app.clock.now - start).toBeLessThan(16 * 24 * hour)
    // Somebody resumes it.
    publish('/rss', [1])
    await ada.call(readFeed, { feed_id: feed._id })
    await feedsRead()
    expect(await find(feed._id)).toMatchObject({ state: 'ok', failing_since: null })
    expect(await names()).toEqual(['Entry 1'])
  })

  test('S01 S12 does not read private addresses and answers above 5 MB', async () => {
    const refused = { folder_id: folder, address: 'http://127.0.0.1:9/feed' }
    expect(await toOutcome(ada.call(addFeed, refused))).toBe('feeds.addressInvalid')
    expect(await toOutcome(ada.call(findFeeds, { address: 'file:///etc/passwd' }))).toBe(
      'feeds.addressInvalid',
    )
    answers.set('/redirect', { status: 302, headers: { location: 'http://169.254.1.1/' } })
    expect(await add('/redirect')).toMatchObject({ state: 'failing', reason: 'unreachable', status: null })
    publish('/large', [1])
    answers.get('/large')!.body += ' '.repeat(5_000_001)
    expect(await add('/large')).toMatchObject({ state: 'failing', reason: 'tooLarge' })
  })

  test('does not read a paused feed, and finds a lost job again', async () => {
    publish('/rss', [1])
    const feed = await add('/rss')
    await ada.call(updateFeed, { feed_id: feed._id, is_active: 0 })
    expect(await find(feed._id)).toMatchObject({ state: 'paused', reason: 'person', next: null })
    await ada.call(updateFeed, { feed_id: feed._id, is_active: 1, tag: 'T' })
    await feedsRead()
    expect(await find(feed._id)).toMatchObject({ state: 'ok', tag: 'T' })
    await app.services.db.write(tx => tx.deleteFrom('jobs').where('kind', '=', 'readFeed').execute())
    app.clock.now += 3 * hour
    const { readFeedJob } = await import('./readFeed.job.ts')
    await readFeedJob(app.services).cleanUp!()
    const before = requestsOf('/rss').length
    app.services.jobs.wake()
    await feedsRead()
    expect(requestsOf('/rss')).toHaveLength(before + 1)
    await ada.call(deleteFeed, { feed_id: feed._id })
    expect(await ada.call(listFeeds, { folder_id: folder })).toEqual([])
    expect(await names()).toEqual(['Entry 1'])
  })
})

describe('who may add feeds', () => {
  test('those who may write, until their right ends; then another writer resumes the feed', async () => {
    const [willem, rosa] = [await signIn(app, 'willem', 2), await signIn(app, 'rosa', 2)]
    const share = (write: 0 | 1) =>
      ada.call(setPermissions, {
        folder_id: folder,
        read: 1,
        read_members: [rosa.id],
        write,
        write_members: write ? [willem.id] : [],
      })
    await share(1)
    publish('/rss', [1])
    expect(await toOutcome(add('/rss', {}, rosa))).toBe('collections.readOnly')
    expect(await toOutcome(rosa.call(listFeeds, { folder_id: folder }))).toBe('collections.readOnly')
    const feed = await add('/rss', {}, willem)
    expect(await ada.call(listFeeds, { folder_id: folder })).toMatchObject([{ _id: feed._id }])
    expect(await toOutcome(ada.call(addFeed, { folder_id: folder, address: `${site.origin}/rss` }))).toBe(
      'feeds.exists',
    )
    expect(await toOutcome(rosa.call(deleteFeed, { feed_id: feed._id }))).toBe('feeds.notFound')
    await share(0)
    publish('/rss', [1, 2])
    expect(await readNext(feed, willem)).toMatchObject({ state: 'paused', reason: 'right', folder: null })
    expect(await names()).toEqual(['Entry 1'])
    await ada.call(updateFeed, { feed_id: feed._id, is_active: 1 })
    await feedsRead()
    expect(await find(feed._id)).toMatchObject({ state: 'ok' })
    expect(await names()).toEqual(['Entry 2', 'Entry 1'])
  })

  test('ENC-07 a collection with a key takes no feed, and one that gets a key pauses its feeds', async () => {
    publish('/rss', [1])
    const feed = await add('/rss')
    await giveKey(ada, folder)
    publish('/rss', [1, 2])
    expect(await readNext(feed)).toMatchObject({ state: 'paused', reason: 'encrypted' })
    expect(await toOutcome(ada.call(readFeed, { feed_id: feed._id }))).toBe('feeds.encrypted')
    const other = { folder_id: folder, address: `${site.origin}/other` }
    expect(await toOutcome(ada.call(addFeed, other))).toBe('feeds.encrypted')
    expect(await names()).toHaveLength(1)
  })

  test('a feed rests while its collection is in the trash', async () => {
    publish('/rss', [1])
    const feed = await add('/rss')
    await ada.call(trashCollections, { folderIdArr: [folder], isTrash: 1 })
    await readNext(feed)
    expect(requestsOf('/rss')).toHaveLength(1)
    await ada.call(trashCollections, { folderIdArr: [folder], isTrash: 0 })
    publish('/rss', [1, 2])
    await readNext(feed)
    expect(await names()).toEqual(['Entry 2', 'Entry 1'])
    const other = (await ada.call(createCollection, { name: 'Other' }))._id
    await ada.call(updateFeed, { feed_id: feed._id, folder_id: other })
    publish('/rss', [3])
    await readNext(feed)
    expect((await ada.call(listCollectionLinks, { folder_id: other })).links).toMatchObject([
      { name: 'Entry 3' },
    ])
  })
})
