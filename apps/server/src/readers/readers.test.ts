import { getTree } from '@nestmark/contract/collections'
import { listDashboardLinks, listCollectionLinks } from '@nestmark/contract/links/links'
import type { Input, Operation } from '@nestmark/contract/operation'
import { countSearchResults, searchLibrary } from '@nestmark/contract/search/search'
import { getUserData } from '@nestmark/contract/session'
import { listTags } from '@nestmark/contract/tags'
import { listTrashedLinks } from '@nestmark/contract/trash'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../test/support/app.ts'
import { fillLibrary } from '../test/support/library.ts'
import { type Person, signIn, touch } from '../test/support/people.ts'

const onPostgres = Boolean(process.env.NESTMARK_TEST_POSTGRES)

let app: TestApp
let ada: Person
let xaver: Person
beforeAll(async () => {
  app = await startApp()
  ada = await signIn(app, 'ada', 2)
  xaver = await signIn(app, 'xaver', 2)
  await fillLibrary(app.services.db, ada, { links: 5000, collections: 200, tags: 100 }, 'a')
  await fillLibrary(app.services.db, xaver, { links: 100, collections: 10, tags: 10 }, 'x')
})
afterAll(() => app.stop())

const longAnswers: (readonly [string, Operation, object])[] = [
  ['the tree', getTree, {}],
  ['all tags', listTags, {}],
  ['the profile with all favourites', getUserData, {}],
]
const pages: (readonly [string, Operation, object])[] = [
  ['a search', searchLibrary, { input: 'often3' }],
  ['the counts of a search', countSearchResults, { input: 'often3' }],
  ['the tags by their links', listTags, { page: 1, sort: 'links' }],
  ['the trash', listTrashedLinks, {}],
  ['the links below a collection', listCollectionLinks, { folder_id: 'a-c-1', include_sub: 1 }],
  ['a page far back', listDashboardLinks, { page: 90 }],
  ['a page by title', listDashboardLinks, { sort: 'title' }],
  ['a filtered page', listCollectionLinks, { folder_id: 'a-c-1', input: 'common' }],
]

describe('F26 calls that may read an entire library', () => {
  // PostgreSQL does the work of a page itself; a statement of SQLite blocks the thread that runs it.
  const beside = onPostgres ? longAnswers : [...longAnswers, ...pages]
  test.each(beside)('%s runs outside the request thread', async (_what, op, input) => {
    const { db, readers } = app.services
    const ask = () => ada.call(op, input as Input<Operation>)
    // The minimum of three, because the job runner polls.
    const spent: number[] = []
    for (let turn = 0; turn < 3; turn++) {
      await touch(app, ada)
      const [here, beside] = [db.statements, readers.statements]
      await ask()
      spent.push(db.statements - here)
      expect(readers.statements).toBeGreaterThan(beside)
    }
    // Only the lookup of the caller.
    expect(Math.min(...spent)).toBe(1)
  })

  test.runIf(onPostgres).each(pages)('%s runs without a thread', async (_what, op, input) => {
    const { readers } = app.services
    const before = readers.statements
    await ada.call(op, input as Input<Operation>)
    expect(readers.statements).toBe(before)
  })

  test('the first page of a list runs without a thread', async () => {
    const { readers } = app.services
    const before = readers.statements
    await ada.call(listCollectionLinks, { folder_id: 'a-c-7' })
    await ada.call(listDashboardLinks, {})
    await ada.call(listTags, { page: 1 })
    expect(readers.statements).toBe(before)
  })

  test('returns a refusal in a thread unchanged', async () => {
    const hidden = { folder_id: 'a-c-7', input: 'common' }
    await expect(xaver.call(listCollectionLinks, hidden)).rejects.toMatchObject({
      code: 'collections.private',
    })
    const none = xaver.call(listCollectionLinks, { ...hidden, folder_id: 'nowhere' })
    await expect(none).rejects.toMatchObject({ code: 'collections.notFound' })
  })
})

describe('the share of one caller', () => {
  const search = (person: Person, word: string) =>
    fetch(`${app.origin}/api/search-links-folders`, {
      method: 'POST',
      headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ input: word }),
    })

  test('responds 429 with Retry-After beyond it, and serves others', async () => {
    const crowd = Array.from({ length: 80 }, (_, n) => search(ada, `common -own${n}`))
    const other = await search(xaver, 'often3')
    expect(other.status).toBe(200)
    const answers = await Promise.all(crowd)
    const statuses = answers.map(answer => answer.status)
    expect(new Set(statuses)).toEqual(new Set([200, 429]))
    // At least as many as may run and wait concurrently are served.
    expect(statuses.filter(status => status === 200).length).toBeGreaterThanOrEqual(16)
    const refused = answers.find(answer => answer.status === 429)!
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await refused.json()).toMatchObject({ code: 'request.tooMany' })
    // Afterwards the share is free again.
    expect((await search(ada, 'often3')).status).toBe(200)
  })

  test('serves sixteen concurrent calls', async () => {
    const answers = await Promise.all(Array.from({ length: 16 }, (_, n) => search(ada, `often3 -own${n}`)))
    expect(answers.map(answer => answer.status)).toEqual(Array.from({ length: 16 }, () => 200))
  })
})

describe('IO-02 the export', () => {
  const download = (signal?: AbortSignal) =>
    fetch(`${app.origin}/api/export-bookmarks`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ada.token}`, 'content-type': 'application/json' },
      body: '{}',
      ...(signal ? { signal } : {}),
    })

  test('F26 generates it outside the request thread, each link once', async () => {
    const { db, readers } = app.services
    const [here, beside] = [db.statements, readers.statements]
    const answer = await download()
    expect(answer.status).toBe(200)
    const file = await answer.text()
    const addresses = [...file.matchAll(/HREF="([^"]+)"/g)].map(match => match[1])
    // One in a hundred is in the trash.
    expect(addresses).toHaveLength(4950)
    expect(new Set(addresses).size).toBe(4950)
    expect(readers.statements - beside).toBeGreaterThan(200)
    // Jobs of the server send statements concurrently.
    expect(db.statements - here).toBeLessThan(100)
  })

  test('includes all links with equal dates, though they fill several pages', async () => {
    await app.services.db.write(tx =>
      tx
        .updateTable('links')
        .set({ collection_id: 'a-c-1', created_at: 77_000 })
        .where('owner_id', '=', ada.id)
        .where('trashed_at', 'is', null)
        .execute(),
    )
    app.clock.now += 6 * 60_000
    const addresses = [...(await (await download()).text()).matchAll(/HREF="([^"]+)"/g)].map(
      match => match[1],
    )
    expect(new Set(addresses).size).toBe(4950)
    expect(addresses).toHaveLength(4950)
  })

  test('a client that disconnects frees its share', async () => {
    for (let turn = 0; turn < 4; turn++) {
      app.clock.now += 6 * 60_000
      const disconnected = new AbortController()
      const answer = await download(disconnected.signal)
      expect(answer.status).toBe(200)
      disconnected.abort()
      await answer.text().catch(() => undefined)
    }
    await expect
      .poll(async () => {
        app.clock.now += 6 * 60_000
        const answer = await download()
        await answer.text()
        return answer.status
      })
      .toBe(200)
  })
})
