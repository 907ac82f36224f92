import { saveLink } from '@nestmark/contract/links/links'
import { searchLibrary } from '@nestmark/contract/search/search'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { enqueue } from '../../jobs/store.ts'
import { startApp, type TestApp } from '../../test/support/app.ts'
import { type Person, signIn } from '../../test/support/people.ts'
import { indexWordsKind } from '../searchQuery/searchContext.ts'

// A beginning is looked up among the words of the library, as far as these are known.

let app: TestApp
let ada: Person
beforeAll(async () => void (app = await startApp()))
beforeEach(async () => void (ada = await signIn(app, 'ada', 2)))
afterAll(() => app.stop())

const save = (name: string) => ada.call(saveLink, { name, desc: 'text', category: 4 })
const find = async (input: string) =>
  (await ada.call(searchLibrary, { input })).links.map(link => link.name).sort()

test('SRCH-07 the beginning of a word of more than 40 letters finds it, a part of it does not', async () => {
  const word = `deadbeef${'0123456789abcdef'.repeat(4)}`
  await save(`File ${word}`)
  expect(await find('deadbe')).toEqual([`File ${word}`])
  expect(await find('file deadbe')).toEqual([`File ${word}`])
  expect(await find('eadbe')).toEqual([])
})

test('SRCH-07 a beginning of more words than the search looks up finds the links of all of them', async () => {
  const names = Array.from({ length: 70 }, (_, n) => `Turf${String.fromCodePoint(97 + (n % 26))}${n}`)
  for (const name of names) await save(name)
  expect((await ada.call(searchLibrary, { input: 'turf' })).total).toBe(names.length)
  expect(await find('turfa26 turf')).toEqual(['Turfa26'])
})

test('SRCH-07 beginnings find their words during a rebuild of the list of words', async () => {
  await save('Reconstruction of a wall')
  const { db } = app.services
  await db.write(async tx => {
    await sql`delete from words where owner_id = ${ada.id}`.execute(tx)
    const now = app.clock.now
    const runAfter = now + 3_600_000
    await enqueue(tx, { ownerId: ada.id, kind: indexWordsKind, payload: { after: 0 }, now, runAfter })
  })
  expect(await find('reconst wal')).toEqual(['Reconstruction of a wall'])
})
