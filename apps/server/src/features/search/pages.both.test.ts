import { getCopy, dropCopy } from '@nestmark/contract/reading/copies'
import { createCollection } from '@nestmark/contract/collections'
import { saveLink, trashLinks } from '@nestmark/contract/links/links'
import { countSearchResults, searchLibrary } from '@nestmark/contract/search/search'
import { setPermissions } from '@nestmark/contract/sharing/share'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { enforceQuotas } from '../../access/planQuotas.ts'
import { serve, type TestServer } from '../../fetching/testing/web.testing.ts'
import { startApp, type TestApp } from '../../test/support/app.ts'
import { fillLibrary } from '../../test/support/library.ts'
import { settled } from '../../test/permissionMatrix/fixture.testing.ts'
import { type Person, signIn, touch } from '../../test/support/people.ts'
import { preparePageText } from '../copies/reading/pageTexts.ts'

let app: TestApp
let site: TestServer
let ada: Person
let rosa: Person
const pages = new Map<string, string>()
const filler = 'Nothing of interest is said in this sentence, which is repeated. '.repeat(30)

beforeAll(async () => {
  site = await serve((request, response) => {
    const words = pages.get(request.url ?? '')
    response.writeHead(words ? 200 : 404, { 'content-type': 'text/html' })
    response.end(words && `<!doctype html><title>x</title><article><p>${filler}</p><p>${words}</p></article>`)
  })
  app = await startApp({ copies: 'reader', fetchAllowPrivate: [site.hostPort] })
  ada = await signIn(app, 'ada', 2)
  rosa = await signIn(app, 'rosa', 2)
  await save(ada, 'Ornaments', 'A turquoise heron stands in shallow water.')
  await save(ada, 'Heron', 'Not about birds.')
  await save(ada, 'Ponds', 'The carp fears the heron, and the kingfisher too.', { tags: ['water'] })
})
afterAll(async () => {
  await app.stop()
  await site.close()
})

let saved = 0
/** Saves a link, and waits for the copy of its page. */
async function save(who: Person, name: string, words: string, more: object = {}): Promise<string> {
  const path = `/${++saved}`
  pages.set(path, words)
  app.clock.now += 1000
  const { _id } = await who.call(saveLink, { name, category: 3, link: site.origin + path, ...more })
  while ((await who.call(getCopy, { link_id: _id })).state !== 'kept')
    await new Promise(go => setTimeout(go, 20))
  return _id
}
const find = async (
  input: string,
  who = ada,
  { order, ...type }: { order?: 1 | 2; type?: 'linkTitle' } = {},
) => {
  const { links, total } = await who.call(searchLibrary, { input, order, ...type })
  expect(total).toBe(links.length)
  const { category_counts } = await who.call(countSearchResults, { input, ...type })
  expect(category_counts.reduce((all, n) => all + n)).toBe(total)
  return links
}
const names = async (...of: Parameters<typeof find>) => (await find(...of)).map(link => link.name)

test('links that only their page matches follow the others, the newest first', async () => {
  expect(await names('heron')).toEqual(['Heron', 'Ponds', 'Ornaments'])
  expect(await names('heron', ada, { order: 2 })).toEqual(['Heron', 'Ornaments', 'Ponds'])
  expect(await names('her')).toEqual(['Heron', 'Ponds', 'Ornaments'])
  // Prefixes of one or two characters are in nearly every page.
  expect(await names('he')).toEqual(['Heron'])
  expect(await names('turquoise kingfisher')).toEqual([])
})

test('shows the match in a page with its words marked', async () => {
  const [first] = await find('kingfisher')
  expect(first).toMatchObject({ name: 'Ponds', excerpt: { field: 'page' } })
  const parts = first!.excerpt!.parts
  expect(parts[1]).toBe('kingfisher')
  expect(parts.join('').length).toBeLessThan(200)
  expect(parts[0]).toBe('…the heron, and the ')
})

test('in:content narrows a search to pages, and -in:content excludes them', async () => {
  expect(await names('heron in:content')).toEqual(['Ponds', 'Ornaments'])
  expect(await names('heron -in:content')).toEqual(['Heron'])
  expect(await names('in:content tag:water')).toEqual(['Ponds'])
  expect(await names('"shallow water" in:content')).toEqual(['Ornaments'])
  expect(await names('"water shallow" in:content')).toEqual([])
})

test('filters and minus words apply to pages too', async () => {
  expect(await names('heron tag:water')).toEqual(['Ponds'])
  expect(await names('heron -carp')).toEqual(['Heron', 'Ornaments'])
  expect(await names('carp -ponds')).toEqual([])
  expect(await names('heron type:video')).toEqual([])
  expect(await names('kingfisher', ada, { type: 'linkTitle' })).toEqual([])
})

test('Z07 finds pages for members only, while the owner shares their link, and not in the trash', async () => {
  const folder = (await ada.call(createCollection, { name: 'Shared' }))._id
  const id = await save(ada, 'Marsh', 'Bitterns boom at dusk.', { parent: folder })
  expect(await names('bitterns', rosa)).toEqual([])
  const share = { folder_id: folder, read: 1 as const, write: 0 as const }
  await ada.call(setPermissions, { ...share, read_members: [rosa.id] })
  expect(await names('bitterns', rosa)).toEqual(['Marsh'])
  await ada.call(trashLinks, { linkIdArr: [id] })
  expect(await names('bitterns')).toEqual([])
  expect(await names('bitterns', rosa)).toEqual([])
})

test('the texts of the pages need no statement besides that of their links', async () => {
  const { db, readers } = app.services
  const spentOn = async (input: string) => {
    const tries: number[] = []
    // No concurrent job may add statements, and PostgreSQL remembers the context of the first search.
    for (let n = 0; n < 3; n++) {
      await touch(app, ada)
      await settled(app)
      const before = db.statements + readers.statements
      await ada.call(searchLibrary, { input })
      tries.push(db.statements + readers.statements - before)
    }
    return Math.min(...tries)
  }
  expect(await spentOn('in:content heron')).toBe(await spentOn('in:content unheard'))
})

test('does not find a page without a copy', async () => {
  const id = await save(ada, 'Cliffs', 'Guillemots nest on ledges.')
  expect(await names('guillemots')).toEqual(['Cliffs'])
  await ada.call(dropCopy, { link_id: id })
  expect(await names('guillemots')).toEqual([])
})

test('PLAN-08 the free plan stores articles, and searches neither pages nor descriptions, where limits apply', async () => {
  const limited = await startApp({ copies: 'full', planLimits: true, fetchAllowPrivate: [site.hostPort] })
  try {
    const free = await signIn(limited, 'free', 1)
    const paid = await signIn(limited, 'paid', 2)
    for (const [who, mode] of [
      [free, 'reader'],
      [paid, 'full'],
    ] as const) {
      const link_id = await save(who, 'Meadow', 'Corncrakes hide in tall grass.')
      expect((await who.call(getCopy, { link_id })).versions).toMatchObject([{ mode }])
    }
    expect(await names('corncrakes', free)).toEqual([])
    expect(await names('corncrakes in:content', free)).toEqual([])
    expect(await names('corncrakes', paid)).toEqual(['Meadow'])
  } finally {
    enforceQuotas(false)
    await limited.stop()
  }
})

test("Z07 a word of the pages of several people finds only one's own, whether it is rare or common", async () => {
  const others = 120
  await fillLibrary(app.services.db, rosa, { links: others, collections: 10, tags: 2 }, 'r')
  const store = await preparePageText('Godwits probe the mud, and avocets sweep it.')
  await app.services.db.write(async tx => {
    const { rows } = await sql<{ seq: number; owner_id: string }>`
      select seq, owner_id from links where owner_id = ${rosa.id} and trashed_at is null`.execute(tx)
    for (const [at, link] of rows.entries())
      await (at === 0 ? await preparePageText('Only dunlins here.') : store)(tx, link)
  })
  await save(ada, 'Shore', 'Godwits and dunlins feed on the shore.')

  expect(await names('godwits')).toEqual(['Shore'])
  expect(await names('godwits -avocets')).toEqual(['Shore'])
  expect(await names('dunlins')).toEqual(['Shore'])
  const { total } = await rosa.call(searchLibrary, { input: 'godwits' })
  expect(total).toBeGreaterThan(100)
  expect((await rosa.call(searchLibrary, { input: 'dunlins' })).total).toBe(1)
})
