import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/support/app.ts'
import type { Db } from '../db.ts'
import { openDb } from '../openDb.ts'
import { type LoadValue, coalesce } from './coalesce.ts'

let app: TestApp
let db: Db
let ask: LoadValue
beforeAll(async () => {
  app = await startApp()
  // A separate database object, so that no other statements are counted.
  db = openDb(app.services.db.location)
  ask = coalesce(db.read)
})
afterAll(async () => {
  await db.close()
  await app.stop()
})

const people = () => sql<number>`(select count(*) from people)`
/** Returns the results of some work and the number of statements it took. */
async function statements(work: () => Promise<unknown>): Promise<[unknown, number]> {
  const before = db.statements
  return [await work(), db.statements - before]
}

test('values requested in the same tick load in one statement, each with its own result', async () => {
  const values = () => Promise.all([ask(people()), ask(sql<string>`'two'`), ask(sql`null`), ask(people())])
  expect(await statements(values)).toEqual([[0, 'two', null, 0], 1])
})

test('a later request loads in the next statement', async () => {
  const later = async () => [await ask(people()), await Promise.all([ask(people()), ask(people())])]
  expect(await statements(later)).toEqual([[0, [0, 0]], 2])
})

test('an error rejects all requests of its statement, and none after it', async () => {
  const both = await Promise.allSettled([ask(people()), ask(sql`(select nothing from people)`)])
  expect(both.map(each => each.status)).toEqual(['rejected', 'rejected'])
  expect(await ask(people())).toBe(0)
})
