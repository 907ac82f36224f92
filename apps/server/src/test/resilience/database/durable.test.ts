import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newFixture, type OwnFixture } from '../fixture.testing.ts'

let fixture: OwnFixture
beforeAll(async () => {
  fixture = await newFixture()
})
afterAll(() => fixture.remove())

const onPostgres = Boolean(process.env.NESTMARK_TEST_POSTGRES)

test.runIf(!onPostgres)('F23 power loss: every writing connection waits for the disk', async () => {
  const full = 2
  await fixture.look(async db => {
    const asked = sql<{ synchronous: number }>`pragma synchronous`
    const journal = sql<{ journal_mode: string }>`pragma journal_mode`
    const references = sql<{ foreign_keys: number }>`pragma foreign_keys`
    const inside = await db.write(async tx => ({
      synchronous: (await asked.execute(tx)).rows[0]!.synchronous,
      journal: (await journal.execute(tx)).rows[0]!.journal_mode,
      references: (await references.execute(tx)).rows[0]!.foreign_keys,
    }))
    expect(inside).toEqual({ synchronous: full, journal: 'wal', references: 1 })
    expect((await asked.execute(db.read)).rows[0]!.synchronous).toBe(full)
    // Heavy work opens the file in a separate process with the same function; a real one is checked here.
    expect(await askedInProcess(db.location)).toBe(full)
  })
})

test.runIf(onPostgres)(
  'F23 power loss: PostgreSQL acknowledges a commit when it is on the disk',
  async () => {
    await fixture.look(async db => {
      const { rows } = await db.write(tx => sql<{ setting: string }>`show synchronous_commit`.execute(tx))
      expect(Object.values(rows[0]!)).toEqual(['on'])
    })
  },
)

async function askedInProcess(place: object): Promise<number> {
  const program = `
    const { openDb } = await import(${JSON.stringify(import.meta.resolve('../../../db/openDb.ts'))})
    const { sql } = await import(${JSON.stringify(import.meta.resolve('kysely'))})
    const db = openDb(${JSON.stringify(place)})
    const { rows } = await db.write(tx => sql\`pragma synchronous\`.execute(tx))
    console.log(rows[0].synchronous)
    await db.close()`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program])
  return Number(stdout)
}
