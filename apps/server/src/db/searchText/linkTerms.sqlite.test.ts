import { saveLink } from '@nestmark/contract/links/links'
import { searchLibrary } from '@nestmark/contract/search/search'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/support/app.ts'
import { type Person, signIn } from '../../test/support/people.ts'
import { rebuildTerms } from './linkTerms.ts'

let app: TestApp
let ada: Person
beforeAll(async () => {
  app = await startApp()
  ada = await signIn(app, 'ada')
})
afterAll(() => app.stop())

const find = async (input: string) =>
  (await ada.call(searchLibrary, { input })).links.map(link => link.name).toSorted()

test('SRCH-07 searches find the links of a rebuilt index', async () => {
  const link = { link: 'https://example.org/turf', category: 3 }
  await ada.call(saveLink, { ...link, name: 'Turf houses', desc: 'Warm walls', tags: ['iceland'] })
  await ada.call(saveLink, { ...link, name: 'हिन्दी 東京都', link: 'https://example.org/other' })
  const { rows: before } = await sql`select id from links_text_docsize`.execute(app.services.db.read)
  await app.services.db.write(async tx => {
    await sql`delete from links_text`.execute(tx)
    await rebuildTerms(tx, async () => undefined)
  })
  const { rows: after } = await sql`select id from links_text_docsize`.execute(app.services.db.read)
  expect(after).toEqual(before)
  for (const word of ['turf', 'hous', 'ouse', 'walls', 'iceland', 'example.org/turf'])
    expect([word, await find(word)]).toEqual([word, ['Turf houses']])
  for (const word of ['हिन्दी', '東京', '京'])
    expect([word, await find(word)]).toEqual([word, ['हिन्दी 東京都']])
  expect(await find('e')).toHaveLength(2)
})

test('SRCH-07 a mark without a letter finds nothing', async () => {
  await ada.call(saveLink, { link: 'https://example.org/mark', name: 'Marked', category: 3 })
  expect(await find('\u093f')).toEqual([])
})
