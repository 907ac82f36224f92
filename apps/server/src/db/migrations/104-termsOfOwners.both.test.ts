import { saveLink } from '@nestmark/contract/links/links'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/support/app.ts'
import { signIn } from '../../test/support/people.ts'
import { termPrefix } from '../searchText/ownerTerms.ts'
import { migration } from './104-termsOfOwners.ts'

let app: TestApp
beforeAll(async () => void (app = await startApp()))
afterAll(() => app.stop())

test('begins the terms of links of an older PostgreSQL database with their owners', async () => {
  const { db } = app.services
  const ada = await signIn(app, 'ada')
  await ada.call(saveLink, {
    link: "https://example.org/o'neill?a=b:c",
    name: 'Turf houses, turf walls',
    desc: "Built by O'Neill \\ in 東京都",
    category: 3,
    tags: ['iceland'],
  })
  if (db.kind === 'sqlite') return expect(migration.sqlite).toBeUndefined()
  const readTerms = async () =>
    (await sql<{ terms: string }>`select terms::text as terms from links`.execute(db.read)).rows
  const written = await readTerms()
  const begin = termPrefix(ada.id)
  expect(written[0]?.terms).toContain(`'${begin}turf':1A,3A`)
  await db.write(async tx => {
    await sql`update links set terms = replace(terms::text, ${`'${begin}`}, '''')::tsvector`.execute(tx)
    for (const statement of migration.postgres ?? []) await sql.raw(statement).execute(tx)
  })
  expect(await readTerms()).toEqual(written)
})
