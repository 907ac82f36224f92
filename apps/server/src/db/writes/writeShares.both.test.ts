import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/support/app.ts'
import type { Tx } from '../db.ts'
import { runAsLongWork } from './longWork.ts'
import { runAsServer, runAsWriter } from './writeShares.ts'

const postgres = Boolean(process.env.NESTMARK_TEST_POSTGRES)
let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

/** Holds a lock for which transactions wait, each with a connection, until `release`. */
async function holdLock() {
  const { db } = app.services
  let release = () => {}
  const released = new Promise<void>(resolve => (release = resolve))
  let hold = () => {}
  const held = new Promise<void>(resolve => (hold = resolve))
  const ended = runAsServer(() =>
    db.write(async tx => {
      await sql`select pg_advisory_xact_lock(77)`.execute(tx)
      hold()
      await released
    }),
  )
  await held
  const waiting: Promise<unknown>[] = []
  return {
    /** Begins a transaction of a writer that waits for the lock. */
    wait(writer: string, kind: 'job' | 'call') {
      const write = () => db.write((tx: Tx) => sql`select pg_advisory_xact_lock(77)`.execute(tx))
      const run = () => runAsWriter(writer, write)
      waiting.push(kind === 'job' ? runAsLongWork(run) : run())
    },
    async countConnections() {
      const { rows } = await sql<{ n: number }>`select count(*) as n from pg_locks
        where locktype = 'advisory' and objid = 77 and not granted
          and database = (select oid from pg_database where datname = current_database())`.execute(db.read)
      return rows[0]!.n
    },
    async release() {
      release()
      await Promise.all([ended, ...waiting])
    },
  }
}

test.runIf(postgres)(
  'F07 transactions that wait for a lock leave connections to others: jobs have three, two for one owner',
  async () => {
    const lock = await holdLock()
    try {
      for (let n = 0; n < 6; n++) lock.wait('ada', 'job')
      await expect.poll(lock.countConnections).toBe(2)
      for (let n = 0; n < 6; n++) lock.wait('bob', 'job')
      await expect.poll(lock.countConnections).toBe(3)
      // Calls have a share besides. The rest of the twelve is for reads, as this count is one.
      for (let n = 0; n < 6; n++) lock.wait('cleo', 'call')
      await expect.poll(lock.countConnections).toBe(6)
      for (let n = 0; n < 6; n++) lock.wait('dora', 'call')
      for (let n = 0; n < 6; n++) lock.wait('emil', 'call')
      await expect.poll(lock.countConnections).toBe(10)
    } finally {
      await lock.release()
    }
  },
)
