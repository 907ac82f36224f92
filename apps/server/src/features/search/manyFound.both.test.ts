import { createCollection, trashCollections } from '@nestmark/contract/collections'
import { favouriteLink, saveLink, saveLinks, trashLinks } from '@nestmark/contract/links/links'
import * as contract from '@nestmark/contract/search/search'
import { toIndexTerms } from '@nestmark/core/words/searchTerms'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toIndexEntry } from '../../db/searchText/fullText.ts'
import { termPrefix } from '../../db/searchText/ownerTerms.ts'
import { startApp, type TestApp } from '../../test/support/app.ts'
import { type Person, signIn } from '../../test/support/people.ts'

// A search that matches most of a library uses other queries than one that matches few links: the page from the first
// rows of a scan, the total separately.

let app: TestApp
let ada: Person
const longHost = `${'a'.repeat(50)}.${'b'.repeat(40)}.example.org`
/** Every third is a video, every fourth has the tag 'saga'; the last ten are on other sites, and are the newest. */
const saved = Array.from({ length: 150 }, (_, n) => ({
  name: n % 2 === 0 ? `Turf ${n}` : `Stone ${n}`,
  link: n >= 140 ? `https://example.com/${n}` : `https://${n === 7 ? longHost : `s${n}.example.org`}/${n}`,
  category: n % 3 === 0 ? 2 : 3,
  tags: n % 4 === 0 ? ['saga'] : [],
}))

beforeAll(async () => {
  app = await startApp()
  ada = await signIn(app, 'ada', 2)
  const { _id: field } = await ada.call(createCollection, { name: 'Field' })
  const { _id: trashed } = await ada.call(createCollection, { name: 'Deleted' })
  const save = async (link: (typeof saved)[number], parent: string) => {
    app.clock.now += 1000
    return ada.call(saveLink, { ...link, desc: 'text', parent })
  }
  for (const link of saved) await save(link, field)
  // In the trash, individually and with its collection.
  const alone = await save({ ...saved[0]!, name: 'Turf alone', link: 'https://x.example.org/alone' }, field)
  await save({ ...saved[0]!, name: 'Turf nested', link: 'https://x.example.org/nested' }, trashed)
  await ada.call(trashLinks, { linkIdArr: [alone._id], isTrash: 1 })
  await ada.call(trashCollections, { folderIdArr: [trashed], isTrash: 1 })
  const first = (await ada.call(contract.searchLibrary, { input: '"turf 0"' })).links[0]!
  await ada.call(favouriteLink, { link_id: first._id, is_fav: 1 })
  // Another person's links with the same words.
  const bob = await signIn(app, 'bob', 2)
  await bob.call(saveLink, { ...saved[0]!, link: 'https://bob.example.org/', desc: 'text' })
})
afterAll(() => app.stop())

type Saved = (typeof saved)[number]
const onSite = ({ link }: Saved) => link.includes('example.org')
const isTurf = ({ name }: Saved) => name.startsWith('Turf')

test.each<[string, (link: Saved) => boolean]>([
  ['site:example.org', onSite],
  ['-site:example.com', onSite],
  ['type:page', link => link.category === 3],
  ['type:page site:example.org', link => link.category === 3 && onSite(link)],
  ['-turf', link => !isTurf(link)],
  ['-turf site:example.org', link => !isTurf(link) && onSite(link)],
  ['-tag:saga', link => link.tags.length === 0],
  ['in:field', () => true],
  ['in:field -type:video', link => link.category === 3],
  ['-is:favourite', link => link !== saved[0]],
  ['after:2015', () => true],
  [`site:${longHost}`, link => link.link.includes(longHost)],
])('SRCH-07 %s returns all its matches by date, page by page, and the total', async (input, means) => {
  const expected = saved.filter(means).map(link => link.name)
  for (const order of [1, 2] as const) {
    const inOrder = order === 2 ? expected : expected.toReversed()
    for (let page = 1; page <= 4; page++) {
      const found = await ada.call(contract.searchLibrary, { input, order, page })
      expect(found.links.map(link => link.name)).toEqual(inOrder.slice((page - 1) * 50, page * 50))
      expect(found.total).toBe(expected.length)
    }
  }
})

test('SRCH-07 a word in most links returns its pages by rank, each link once, and the total', async () => {
  for (const [input, count] of [
    ['example', 150],
    ['turf', 75],
    ['turf site:example.org', 70],
    ['t', 150],
    ['e t', 150],
    ['t -turf', 75],
  ] as const) {
    const names: string[] = []
    for (let page = 1; page <= 4; page++) {
      const found = await ada.call(contract.searchLibrary, { input, page })
      expect(found.total).toBe(count)
      names.push(...found.links.map(link => link.name))
    }
    expect(names).toHaveLength(count)
    expect(new Set(names).size).toBe(count)
    expect(names).not.toContain('Turf alone')
    expect(names).not.toContain('Turf nested')
  }
})

test('SRCH-07 the links of an owner whose id begins alike are neither found nor counted', async () => {
  const { db } = app.services
  // PostgreSQL compares the owner in its index.
  if (db.kind !== 'sqlite') return
  const names = (count: number) => Array.from({ length: count }, (_, n) => `Turf ${n} and stone 3`)
  const saveAll = async (person: Person, count: number) => {
    const { _id: parent } = await person.call(createCollection, { name: 'Turf' })
    const links = names(count).map(name => ({ ...saved[0]!, name, desc: 'text' }))
    await person.call(saveLinks, { parent, links })
  }
  // Nothing of Eva's is in the trash.
  const [eva, cara] = [await signIn(app, 'eva', 2), await signIn(app, 'cara', 2)]
  await saveAll(eva, 60)
  const search = async (person: Person) => {
    // Otherwise the cache answers.
    await person.call(saveLink, { name: 'Reed', desc: 'text', category: 4 })
    return Promise.all(
      ['turf', '"stone 3"', 'turf -stone', 'turf site:example.org'].flatMap(input =>
        [1, 2, 9].map(async page => {
          const { links, total } = await person.call(contract.searchLibrary, { input, page })
          return [links.map(link => link._id), total]
        }),
      ),
    )
  }
  const before = [await search(ada), await search(eva)]
  expect(before[1]?.map(([, total]) => total)).toEqual([60, 60, 60, 60, 60, 60, 0, 0, 0, 60, 60, 60])
  await saveAll(cara, 100)
  const rows = await db.read.selectFrom('links').selectAll().where('owner_id', '=', cara.id).execute()
  for (const { id } of [ada, eva]) {
    await db.write(async tx => {
      for (const { seq, title, category } of rows) {
        const terms = {
          ownerId: cara.id,
          category,
          title: toIndexTerms(title),
          address: '',
          descr: '',
          tags: '',
        }
        const [owner, ...columns] = toIndexEntry(tx, terms, termPrefix(id))
        await sql`insert or replace into links_text (rowid, owner, title, address, descr, tags)
          values (${sql.join([seq, owner, ...columns])})`.execute(tx)
      }
    })
    expect(await search(id === ada.id ? ada : eva)).toEqual(before[id === ada.id ? 0 : 1])
  }
})
