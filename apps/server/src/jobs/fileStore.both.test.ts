import { startImport } from '@nestmark/contract/transfer/importPreview'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Queries } from '../db/db.ts'
import { newId } from '../db/newId.ts'
import { deleteJobFiles } from '../features/jobs/deleteJobFiles.job.ts'
import { startApp, type TestApp } from '../test/support/app.ts'
import { stopIntact } from '../test/support/jobs.ts'
import { type Person, signIn } from '../test/support/people.ts'
import { deleteEndedOfKind, deleteJobs, finishJob, storePart } from './fileStore.ts'
import { enqueue, neverDue } from './store.ts'

let app: TestApp
let ada: Person
beforeAll(async () => {
  app = await startApp()
  ada = await signIn(app, 'ada')
})
afterAll(() => stopIntact(app))

/** Stores a job that never starts, with a file in 40 pieces. */
async function storeJob(kind: string): Promise<string> {
  const { db, now } = app.services
  return db.write(async tx => {
    const job = { ownerId: ada.id, kind, payload: {}, now: now(), runAfter: neverDue }
    const id = await enqueue(tx, job)
    for (let part = 0; part < 40; part++) await storePart(tx, id, part, Buffer.from(`piece ${part}`))
    return id
  })
}

async function countParts(db: Queries, id: string): Promise<number> {
  return (await db.selectFrom('job_files').select('part').where('job_id', '=', id).execute()).length
}

const allDeleted = (id: string) =>
  expect.poll(() => countParts(app.services.db.read, id), { timeout: 10_000 }).toBe(0)

test('IO-01 deletes the file of a job in several batches, the first of them at its end', async () => {
  const { db, now, batches } = app.services
  const id = await storeJob('importBookmarks')
  const rest = await db.write(async tx => {
    await finishJob(tx, id, { state: 'done' }, now())
    return countParts(tx, id)
  })
  expect(rest).toBe(24)
  await allDeleted(id)

  const other = await storeJob('importBookmarks')
  let runs = 0
  const counting: typeof batches = {
    run: (...batch) => {
      runs++
      return batches.run(...batch)
    },
  }
  const job = await db.read.selectFrom('jobs').selectAll().where('id', '=', other).executeTakeFirstOrThrow()
  const { signal } = new AbortController()
  const deleting = { ...job, id: newId(), payload: JSON.stringify({ jobs: [other] }), lease_owner: '' }
  await deleteJobFiles({ db, batches: counting }).run(deleting, signal, { isWanted: async () => false })
  expect([runs, await countParts(db.read, other)]).toEqual([3, 0])
  await db.write(tx => deleteJobs(tx, [other], now()))
  expect(await db.read.selectFrom('jobs').select('id').where('id', '=', other).execute()).toEqual([])
})

test('IO-01 deletes a previous preview with a large file at once, and its file in several batches', async () => {
  const { db, now } = app.services
  const id = await storeJob('previewImport')
  await db.write(tx =>
    tx.updateTable('jobs').set({ state: 'done', finished_at: now() }).where('id', '=', id).execute(),
  )
  const rest = await db.write(async tx => {
    await deleteEndedOfKind(tx, [ada.id], 'previewImport', now())
    return countParts(tx, id)
  })
  expect(rest).toBe(24)
  await expect(ada.call(startImport, { job: id })).rejects.toMatchObject({ code: 'jobs.notFound' })
  await allDeleted(id)
})
