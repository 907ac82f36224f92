import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../testing/app.ts'
import { startJobs } from './runner.ts'
import { enqueue } from './store.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const hour = 3_600_000
const year = 365 * 24 * hour

test('F14 what was left while the clock was ahead waits no longer than it was to, and a lease of then holds nothing', async () => {
  const { db } = app.services
  const clock = { now: Date.now() + year }
  const ran: string[] = []
  const faults: unknown[] = []
  const kind = {
    kind: 'testing',
    atOnce: 1,
    attempts: 1,
    run: async ({ id }: { id: string }) => void ran.push(id),
  }
  const runner = startJobs(
    db,
    [kind],
    () => clock.now,
    fault => faults.push(fault),
  )
  const leave = (id: string, runAfter?: number) =>
    db.write(tx => enqueue(tx, { ownerId: null, kind: kind.kind, payload: {}, now: clock.now, id, runAfter }))
  await leave('first')
  runner.wake()
  await expect.poll(() => ran).toEqual(['first'])
  await leave('later', clock.now + hour)
  await leave('held', clock.now)
  await db.write(tx =>
    tx
      .updateTable('jobs')
      .set({ lease_owner: 'killed', lease_until: clock.now + 15_000 })
      .where('id', '=', 'held')
      .execute(),
  )
  runner.wake()
  clock.now -= year
  runner.wake()
  await expect.poll(() => ran).toEqual(['first', 'held'])
  // It was to wait for an hour, and does.
  const waiting = await db.read
    .selectFrom('jobs')
    .select(['id', 'run_after'])
    .where('id', '=', 'later')
    .execute()
  expect(waiting).toEqual([{ id: 'later', run_after: clock.now + hour }])
  clock.now += hour
  runner.wake()
  await expect.poll(() => ran).toEqual(['first', 'held', 'later'])
  await runner.stop()
  expect(faults).toEqual([])
})
