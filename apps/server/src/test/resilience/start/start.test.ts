import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createCollection } from '@nestmark/contract/collections'
import { openReadDb } from '../../../db/openDb.ts'
import { readAppliedMigrations } from '../../../db/migrate.ts'
import { spawnServer } from '../serverProcess.testing.ts'
import { newFixture, type OwnFixture } from '../fixture.testing.ts'
import { signUp } from '../visitor.testing.ts'

let fixture: OwnFixture
/** Creates a fixture without any data, not even a table. */
const emptyStage = () => newFixture({ isEmpty: true })
beforeEach(async () => {
  fixture = await emptyStage()
})
afterEach(() => fixture.remove())

/** Returns the number of applied migrations, read from outside. */
async function applied(): Promise<number> {
  try {
    const db = openReadDb({ dataDir: fixture.dataDir, databaseUrl: fixture.databaseUrl ?? null })
    try {
      return (await readAppliedMigrations(db.read)).length
    } finally {
      await db.close()
    }
  } catch {
    // The database does not exist yet.
    return 0
  }
}

/** The progress of a first start when it is killed. */
const moments: (() => Promise<boolean>)[] = [
  async () => existsSync(join(fixture.dataDir, 'secret')),
  async () => !!fixture.databaseUrl || existsSync(join(fixture.dataDir, 'nestmark.db')),
  async () => (await applied()) > 0,
]

/** Checks that a first visitor can use the server. */
async function works(): Promise<void> {
  const server = await fixture.start()
  const ada = await signUp(server.origin, 'ada')
  await ada.call(createCollection, { name: 'Kitchen' })
  expect(await fixture.wrong()).toEqual([])
  expect(await server.end('SIGTERM')).toEqual({ code: 0, signal: null })
}

test('F05 kill -9 at any time during the first start: the next start completes it', async () => {
  for (const reached of moments) {
    await fixture.remove()
    fixture = await emptyStage()
    const { child, ended } = spawnServer(fixture)
    await expect.poll(reached, { interval: 1 }).toBe(true)
    child.kill('SIGKILL')
    await ended
    const next = await fixture.start()
    expect(await fixture.wrong()).toEqual([])
    await next.end('SIGKILL')
  }
  await works()
})

test('rejects an incomplete secret with its name, and does not use it', async () => {
  writeFileSync(join(fixture.dataDir, 'secret'), '')
  await expect(fixture.start()).rejects.toThrow(/DATA_DIR .*secret does not contain a secret/)
})
