import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../test/support/app.ts'
import type { JobKind } from './jobKind.ts'
import { startJobs } from './runner.ts'
import { enqueue, saveProgress } from './store.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

test('counts attempts from the last progress of a job, also of a run that failed after it', async () => {
  const { db } = app.services
  const clock = { now: Date.now() }
  let runs = 0
  const kind: JobKind = {
    kind: 'progressing',
    concurrency: 1,
    perOwner: 1,
    attempts: 2,
    async run(job) {
      runs++
      if (job.done === 4) return
      await db.write(tx => saveProgress(tx, job, { done: job.done + 1 }))
      throw new Error('One item at a time.')
    },
  }
  const errors: unknown[] = []
  const runner = startJobs(db, [kind], () => clock.now, { onError: error => errors.push(error) })
  await db.write(tx =>
    enqueue(tx, { ownerId: null, kind: kind.kind, payload: {}, now: clock.now, id: 'steps' }),
  )
  const read = () =>
    db.read
      .selectFrom('jobs')
      .select(['state', 'run_after', 'done'])
      .where('id', '=', 'steps')
      .executeTakeFirstOrThrow()
  for (let step = 1; step <= 4; step++) {
    runner.wake()
    // The delay does not grow.
    await expect.poll(read).toEqual({ state: 'queued', run_after: clock.now + 5000, done: step })
    clock.now += 5000
  }
  runner.wake()
  await expect.poll(read).toMatchObject({ state: 'done' })
  await runner.stop()
  expect(runs).toBe(5)
  expect(errors).toEqual([])
})
