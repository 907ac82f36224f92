import { expect, test } from 'vitest'
import { enqueue } from '../jobs/store.ts'
import { explainFailedStart } from '../startup/startFailures.ts'
import { newFixture } from '../test/resilience/fixture.testing.ts'
import type { Db } from './db.ts'
import { migrate, readAppliedMigrations, readPendingMigrations } from './migrate.ts'
import { replacedMigrations } from './migrate.testing.ts'
import { migrations } from './migrations/all.ts'

const later = migrations.slice(1).map(({ name }) => name)
/** The names in a database that was migrated step by step: the replaced migrations, and those after the baseline. */
const allSteps = [...replacedMigrations, ...later]

/** Runs on a migrated database that names these migrations as applied. */
async function withMigrations(names: readonly string[], use: (db: Db) => Promise<void>): Promise<void> {
  const fixture = await newFixture()
  try {
    await fixture.look(async db => {
      await db.write(async tx => {
        await tx.deleteFrom('migrations').execute()
        await tx
          .insertInto('migrations')
          .values(names.map(name => ({ name, applied_at: 1 })))
          .execute()
      })
      await use(db)
    })
  } finally {
    await fixture.remove()
  }
}

const readNames = async (db: Db) => (await readAppliedMigrations(db.read)).map(row => row.name)

test('treats a database with all migrations that the baseline replaced as being at the baseline', async () => {
  await withMigrations(allSteps, async db => {
    expect(await readPendingMigrations(db.read)).toEqual([])
    expect(await migrate(db)).toEqual([])
    expect(await readNames(db)).toEqual(['103-baseline', ...later])
    expect(await migrate(db)).toEqual([])
  })
})

test('a database with some of the replaced migrations names the version to start first', async () => {
  for (const names of [['001-house'], replacedMigrations.slice(0, -1), replacedMigrations.slice(1)])
    await withMigrations(names, async db => {
      const error: unknown = await migrate(db).catch((reason: unknown) => reason)
      expect(explainFailedStart(error, {})).toBe(
        `This database was written by a version of Nestmark that is too old for this one (it has ${names.length} of the 79 migrations before 104). ` +
          'First start the version of commit 93f917bb with it once, or restore a backup there and make a new one.',
      )
      expect(await readNames(db)).toEqual(names)
    })
})

test('a job that a replaced migration queued must have ended', async () => {
  await withMigrations(allSteps, async db => {
    await db.write(tx => enqueue(tx, { ownerId: null, kind: 'clearFormerTexts', payload: {}, now: 1 }))
    await expect(migrate(db)).rejects.toThrow('its job clearFormerTexts has not ended')
    expect(await readNames(db)).toEqual(allSteps)
    await db.write(tx => tx.updateTable('jobs').set({ finished_at: 2 }).execute())
    expect(await migrate(db)).toEqual([])
  })
})

test('rejects a database of a newer version', async () => {
  for (const before of [['103-baseline'], replacedMigrations])
    await withMigrations([...before, '999-later'], async db => {
      await expect(migrate(db)).rejects.toThrow('written by a newer version of Nestmark (it has 999-later)')
      expect(await readNames(db)).toHaveLength(before.length + 1)
    })
})
