import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createFolder } from '@nestmark/contract/collections'
import { openReadDb } from '../../db/db.ts'
import { appliedMigrations, migrateInside } from '../../db/migrate.ts'
import { spawnServer } from './serverProcess.testing.ts'
import { newFixture, type OwnFixture } from './fixture.testing.ts'
import { signUp } from './visitor.testing.ts'

let stage: OwnFixture
/** Nothing is there yet, not even a table. */
const emptyStage = () => newFixture(null)
beforeEach(async () => {
  stage = await emptyStage()
})
afterEach(() => stage.remove())

/** How many migrations are applied, as somebody else sees it. */
async function applied(): Promise<number> {
  try {
    const db = openReadDb({ dataDir: stage.dataDir, databaseUrl: stage.databaseUrl ?? null })
    try {
      return (await appliedMigrations(db.read)).length
    } finally {
      await db.close()
    }
  } catch {
    // There is no database yet.
    return 0
  }
}

/** How far a first start has got when it is killed. */
const moments: (() => Promise<boolean>)[] = [
  async () => existsSync(join(stage.dataDir, 'secret')),
  async () => (await applied()) > 0,
  async () => (await applied()) > 15,
]

/** A first visitor finds everything in working order. */
async function works(): Promise<void> {
  const server = await stage.start()
  const ada = await signUp(server.origin, 'ada')
  await ada.call(createFolder, { name: 'Kitchen' })
  expect(await stage.wrong()).toEqual([])
  expect(await server.end('SIGTERM')).toEqual({ code: 0, signal: null })
}

test('F05 kill -9 at any moment of the first start: the next one completes it', async () => {
  for (const reached of moments) {
    await stage.remove()
    stage = await emptyStage()
    const { child, ended } = spawnServer(stage)
    await expect.poll(reached, { interval: 1 }).toBe(true)
    child.kill('SIGKILL')
    await ended
    const next = await stage.start()
    expect(await stage.wrong()).toEqual([])
    await next.end('SIGKILL')
  }
  await works()
})

test('F05 a start that was killed between two migrations is completed by the next', async () => {
  await stage.look(db => db.write(tx => migrateInside(tx, db.kind, ['001-house'])))
  await works()
  const applied = await stage.look(db => appliedMigrations(db.read))
  expect(applied.length).toBeGreaterThan(1)
})

test('a secret that is not whole is refused by its name, not used', async () => {
  writeFileSync(join(stage.dataDir, 'secret'), '')
  await expect(stage.start()).rejects.toThrow(/DATA_DIR .*secret does not hold a secret/)
})
