import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createFolder } from '@nestmark/contract/collections'
import { appliedMigrations, migrateInside } from '../db/migrate.ts'
import { spawnServer } from './serverProcess.testing.ts'
import { newStage, type OwnStage } from './stage.testing.ts'
import { signUp } from './visitor.testing.ts'

let stage: OwnStage
beforeEach(async () => {
  stage = await newStage()
})
afterEach(() => stage.remove())

/** Shares of a whole start; most of it is loading the program, so the later ones are of interest. */
const moments = process.env.NESTMARK_TEST_POSTGRES ? [0.6, 0.8, 0.9] : [0.5, 0.7, 0.8, 0.9]

/** A first visitor finds everything in working order. */
async function works(): Promise<void> {
  const server = await stage.start()
  const ada = await signUp(server.origin, 'ada')
  await ada.call(createFolder, { name: 'Kitchen' })
  expect(await stage.wrong()).toEqual([])
  expect(await server.end('SIGTERM')).toEqual({ code: 0, signal: null })
}

test('F05 kill -9 at any moment of the first start: the next one completes it', async () => {
  const begun = performance.now()
  const whole = await stage.start()
  const startMs = performance.now() - begun
  await whole.end('SIGKILL')
  await stage.remove()

  for (const share of moments) {
    stage = await newStage()
    const { child, ended } = spawnServer(stage)
    await pause(startMs * share)
    child.kill('SIGKILL')
    await ended
    const next = await stage.start()
    expect(await stage.wrong()).toEqual([])
    await next.end('SIGKILL')
    if (share !== moments.at(-1)) await stage.remove()
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
