import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../test/support/app.ts'
import { startJobs } from './runner.ts'
import { enqueue } from './store.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const hour = 3_600_000
const year = 365 * 24 * hour

test('F14 keeps the delay of a job enqueued while the clock was ahead unchanged, and voids a lease from that time', async () => {
  const { db } = app.services
  const clock = { now: Date.now() + year }
  const ran: string[] = []
  const errors: unknown[] = []
  const kind = {
    kind: 'testing',
    concurrency: 1,
    perOwner: 1,
    attempts: 1,
    run: async ({ id }: { id: string }) => void ran.push(id),
  }
  const runner = startJobs(db, [kind], () => clock.now, { onError: error => errors.push(error) })
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
  // Its delay was an hour, and still is.
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
  expect(errors).toEqual([])
})

test('F02 the job of a dead process resumes when its lease has expired, and not before', async () => {
  const { db } = app.services
  const clock = { now: Date.now() }
  const ran: string[] = []
  const errors: unknown[] = []
  const kind = {
    kind: 'leased',
    concurrency: 2,
    perOwner: 2,
    attempts: 1,
    run: async ({ id }: { id: string }) => void ran.push(id),
  }
  const leave = (id: string) =>
    db.write(tx => enqueue(tx, { ownerId: null, kind: kind.kind, payload: {}, now: clock.now, id }))
  const runner = startJobs(db, [kind], () => clock.now, { onError: error => errors.push(error) })
  await leave('first of all')
  runner.wake()
  await expect.poll(() => ran).toEqual(['first of all'])
  await db.write(async tx => {
    const job = { ownerId: null, kind: kind.kind, payload: {}, now: clock.now, id: 'of the dead' }
    await enqueue(tx, job)
    const lease = { lease_owner: 'killed', lease_until: clock.now + 15_000, state: 'running' as const }
    await tx.updateTable('jobs').set(lease).where('id', '=', job.id).execute()
  })
  clock.now += 14_000
  await leave('another')
  runner.wake()
  await expect.poll(() => ran).toEqual(['first of all', 'another'])
  clock.now += 1001
  runner.wake()
  await expect.poll(() => ran).toEqual(['first of all', 'another', 'of the dead'])
  await runner.stop()
  expect(errors).toEqual([])
})
