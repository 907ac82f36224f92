import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BookmarkEvent } from '@nestmark/core/bookmarkFiles/events'
import { readAnyBookmarkFile } from '@nestmark/core/bookmarkFormats/formats'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { databaseFile, somePlaces } from '../places.testing.ts'
import { readPlaces } from './readPlaces.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'places-test-'))
  vi.stubEnv('TMPDIR', folder)
})
afterAll(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

async function read(file: Uint8Array): Promise<BookmarkEvent[]> {
  const events: BookmarkEvent[] = []
  for await (const event of readAnyBookmarkFile([file], { readPlaces })) events.push(event)
  return events
}
const titles = async (file: Uint8Array) =>
  (await read(file)).flatMap(event => ('row' in event || event.kind === 'folder' ? [titleOf(event)] : []))
const titleOf = (event: BookmarkEvent) =>
  event.kind === 'folder' ? `+ ${event.name}` : 'title' in event ? event.title : ''
const endOf = (events: readonly BookmarkEvent[]) => events.at(-1)

test('IO-03 places.sqlite of Firefox: folders in their order, tags, keywords and dates', async () => {
  const events = await read(databaseFile(somePlaces))
  expect(events[0]).toEqual({ kind: 'start', format: 'firefoxPlaces' })
  const bread = events.find(event => event.kind === 'link' && event.title === 'Bread')
  expect(bread).toMatchObject({
    address: 'https://bread.example/',
    tags: ['food', 'two words'],
    keyword: 'b',
    added: 1_600_000_001_000,
    changed: 1_600_000_002_000,
  })
  expect(events.flatMap(event => (event.kind === 'folder' ? [[event.name, event.role]] : []))).toEqual([
    ['Bookmarks Menu', 'menu'],
    ['Bookmarks Toolbar', 'toolbar'],
    ['Kitchen', null],
    ['Other Bookmarks', 'unfiled'],
  ])
  // What was visited only is history; what was tagged only is a bookmark.
  expect(events.flatMap(event => (event.kind === 'link' ? [event.address] : []))).toEqual([
    'https://bread.example/',
    'https://turf.example/',
    'https://only-tagged.example/',
  ])
  expect(endOf(events)).toMatchObject({ verdict: 'read', leftOut: 1, separators: 1 })
})

test('IO-03 I06 imports or names each bookmark of a random places.sqlite, once', async () => {
  const row = fc.record({
    parent: fc.constantFrom(1, 2, 3, 5, 6, 10, 11, 99),
    type: fc.constantFrom(1, 1, 1, 2),
    title: fc.string({ unit: fc.constantFrom(...'aé漢"\'<>& '), maxLength: 8 }),
  })
  const property = fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 15 }), async rows => {
    const quote = (text: string) => `'${text.replaceAll("'", "''")}'`
    const values = rows.map(
      ({ parent, type, title }, n) =>
        `(${n + 10}, ${type}, ${type === 1 ? 1 : 'null'}, ${parent}, ${n}, ${quote(`mark${n}x ${title}`)})`,
    )
    const found = await titles(
      databaseFile(`insert into moz_places (id, url) values (1, 'https://a.example/');
        insert into moz_bookmarks (id, type, fk, parent, position, title) values ${values.join(', ')};`),
    )
    for (const [n, { type }] of rows.entries())
      if (type === 1) expect(found.filter(title => title.startsWith(`mark${n}x`))).toHaveLength(1)
  })
  await fc.assert(property, { numRuns: 20 })
})

test('IO-03 I06 another database, a damaged and a hostile file say what they are', async () => {
  const isOther = { kind: 'end', verdict: 'notBookmarks', fileKind: 'database' }
  const place = `insert into moz_bookmarks (type, fk, parent, title) values (1, 1, 2, 'x');`
  const others = [
    databaseFile('create table cookies (name text)', false),
    databaseFile('create table moz_bookmarks (id int); create table moz_places (id int)', false),
    // Its rows would have no end.
    databaseFile(
      `create table moz_places (id int, url text); create view moz_bookmarks as
        with recursive n (id) as (select 1 union all select id + 1 from n)
        select id, 1 as type, 1 as fk, 2 as parent, 1 as position, 'x' as title, '' as guid, 1 as dateAdded, 1 as lastModified from n`,
      false,
    ),
    Buffer.from('SQLite format 3\0'),
    Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(100_000, 7)]),
  ]
  for (const file of others) expect(endOf(await read(file))).toMatchObject(isOther)
  // Without a reader of databases, as in a browser.
  for await (const event of readAnyBookmarkFile([databaseFile(place)], {}))
    if (event.kind === 'end') expect(event).toMatchObject(isOther)
  expect(readdirSync(folder)).toEqual([])
})

test('IO-03 reads the bookmarks of a places.sqlite with odd values', async () => {
  const found = await titles(
    databaseFile(`insert into moz_places (id, url) values (1, 'https://a.example/'), (2, x'00ff');
      insert into moz_bookmarks (id, type, fk, parent, position, title, dateAdded) values
        (10, 1, 1, 2, 0, 'big', 9223372036854775807), (11, 1, 1, 2, 1, x'ff00', 'text'), (12, 1, 2, 2, 2, 'blob', 1),
        (13, 1, 77, 2, 3, 'missing', 1), (14, 'x', 1, 2, 4, 'type', 1), (15, 1, 1, 15, 5, 'itself', 1);`),
  )
  expect(found.filter(title => ['big', 'blob', 'missing', 'type', 'itself'].includes(title))).toHaveLength(5)
})

test('IO-03 reports a truncated places.sqlite as damaged, or as no bookmarks', async () => {
  const many = Array.from({ length: 4000 }, (_, n) => `(1, 1, 2, ${n}, 'a long title of number ${n}')`)
  const whole = databaseFile(`insert into moz_places (id, url) values (1, 'https://a.example/');
    insert into moz_bookmarks (type, fk, parent, position, title) values ${many.join(', ')};`)
  for (const part of [0.2, 0.5, 0.9]) {
    const end = endOf(await read(whole.subarray(0, Math.floor(whole.length * part))))
    expect(end).toMatchObject(
      end?.kind === 'end' && end.verdict === 'notBookmarks'
        ? { fileKind: 'database' }
        : { broken: { reason: 'damaged' } },
    )
  }
})
