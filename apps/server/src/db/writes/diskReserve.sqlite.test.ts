import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { classifyDatabaseError } from '../databaseErrors.ts'
import { DiskReserve, freeingSpace } from './diskReserve.ts'
import type { Db } from '../db.ts'
import { forBookkeeping } from './reserveUse.ts'

const mb = 1024 * 1024
let dataDir: string
let space: { free: number; total: number }
let reserve: DiskReserve
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'nestmark-reserve-'))
  space = { free: 100 * mb, total: 1000 * mb }
  reserve = new DiskReserve(dataDir, () => space)
})
afterEach(() => rmSync(dataDir, { recursive: true }))

const size = () => statSync(join(dataDir, 'reserve'), { throwIfNoEntry: false })?.size

/** Returns the kind of the error with which a transaction is refused; null when it may run. */
function refusal(prepare = () => reserve.prepare()) {
  try {
    prepare()
    return null
  } catch (error) {
    return classifyDatabaseError(error)
  }
}
const deletion = () => freeingSpace(() => refusal())

test('F08 a deletion on a full disk releases the reserve, and other transactions wait for its return', async () => {
  expect(reserve.hold()).toBe(true)
  expect([size(), statSync(join(dataDir, 'reserve')).mode & 0o077]).toEqual([8 * mb, 0])
  expect([refusal(), deletion(), size()]).toEqual([null, null, 8 * mb])
  space.free = mb
  // It is not refused here: what fits is saved.
  expect([refusal(), size()]).toEqual([null, 8 * mb])
  expect([deletion(), size()]).toEqual([null, 0])
  space.free = 9 * mb
  expect([refusal(), deletion(), size()]).toEqual(['full', null, 0])
  // The records of the jobs that delete are written too.
  const db = { write: (work: () => unknown) => work() } as unknown as Db
  await expect(forBookkeeping(db).write(async () => refusal())).resolves.toBeNull()
  space.free = 17 * mb
  expect([refusal(), size()]).toEqual([null, 8 * mb])
})

test('F08 a deletion that fails releases the reserve for its retry', () => {
  reserve.hold()
  const full = Object.assign(new Error('database or disk is full'), { errcode: 13 })
  reserve.onError(full)
  freeingSpace(() => reserve.onError(new Error('another one')))
  expect(size()).toBe(8 * mb)
  freeingSpace(() => reserve.onError(full))
  expect(size()).toBe(0)
})

test('F08 a small disk has a small reserve, and without room there is none', () => {
  space = { free: 0.5 * mb, total: 16 * mb }
  expect([reserve.hold(), size()]).toEqual([false, undefined])
  expect([refusal(), deletion(), size()]).toEqual([null, null, undefined])
  space.free = 4 * mb
  expect([reserve.hold(), size()]).toEqual([true, mb])
})
