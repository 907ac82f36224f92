import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '../../../db/db.ts'
import { openDb } from '../../../db/openDb.ts'
import { type TransactionPooler, transactionPooler } from './pooler.testing.ts'
import { admin, spawnServer } from '../serverProcess.testing.ts'
import { newFixture, type OwnFixture } from '../fixture.testing.ts'

const onPostgres = Boolean(process.env.NESTMARK_TEST_POSTGRES)

let fixture: OwnFixture
let pooler: TransactionPooler
beforeAll(async () => {
  if (!onPostgres) return
  fixture = await newFixture()
  pooler = await transactionPooler(fixture.databaseUrl!)
})
afterAll(async () => {
  if (!onPostgres) return
  await pooler.close()
  await fixture.remove()
})

test.runIf(onPostgres)(
  'F09 detects a pooler that shares sessions at the start and rejects it with a message',
  async () => {
    const { ended, output } = spawnServer({ ...fixture, databaseUrl: pooler.url })
    expect(await ended, output()).toEqual({ code: 1, signal: null })
    expect(output()).toMatch(/pool_mode = transaction.*Set pool_mode = session/s)
    expect(output()).not.toMatch(/^\s+at /m)
  },
)

test
  .runIf(onPostgres)
  .each([
    ['migrate'],
    ['integrity'],
    ['users', 'list'],
    ['backup', 'copy.backup'],
    ['restore', 'copy.backup'],
  ])('F09 … and by the admin command: %s', async (...words) => {
  const { code, output } = await admin({ ...fixture, databaseUrl: pooler.url }, ...words)
  expect(code, output).toBe(1)
  expect(output).toMatch(/^DATABASE_URL leads through a pooler .*Set pool_mode = session/)
})

test.runIf(onPostgres)(
  'F09 a prepared statement name refers to the same statement on every connection',
  async () => {
    const texts = [sql`select ${1}::int as number`, sql`select ${2}::text as word`]
    /** Returns the prepared statements of a connection after these statements. */
    const prepared = async (db: Db, order: typeof texts) =>
      db.write(async tx => {
        for (const text of order) await text.execute(tx)
        const { rows } = await sql<{ name: string; statement: string }>`
        select name, statement from pg_prepared_statements`.execute(tx)
        return Object.fromEntries(rows.map(({ name, statement }) => [name, statement]))
      })
    const place = { dataDir: fixture.dataDir, databaseUrl: fixture.databaseUrl! }
    const [one, two] = [openDb(place), openDb(place)]
    const names = await prepared(one, texts)
    expect(Object.keys(names).length).toBeGreaterThanOrEqual(2)
    expect(await prepared(two, texts.toReversed())).toEqual(names)
    await one.close()
    await two.close()
  },
)
