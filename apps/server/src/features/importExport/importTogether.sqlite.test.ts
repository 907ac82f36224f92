import { sql } from 'kysely'
import { assertDefined } from '@nestmark/core/assertDefined'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDb } from '../../db/openDb.ts'
import { readRow } from '../../db/statements/readRow.ts'
import type { JobRow } from '../../db/tables/tables.ts'
import type { Batches } from '../../jobs/batches.ts'
import { claim } from '../../jobs/claim.ts'
import { finishJob, storePart } from '../../jobs/fileStore.ts'
import { enqueue } from '../../jobs/store.ts'
import { startApp, type TestApp } from '../../test/support/app.ts'
import { stopIntact } from '../../test/support/jobs.ts'
import { signIn } from '../../test/support/people.ts'
import { bookmarkText } from './files/files.testing.ts'
import { ImportReading } from './files/importReading.ts'
import { runImport } from './importRun.ts'
import type { ImportBatches } from './files/readAhead.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => stopIntact(app))

const links = Array.from({ length: 90 }, (_, n) => `<DT><A HREF="https://a${n}.example/">wren${n}</A>\n`)
const batchSize = 10
/** Nobody else has a slot. */
const alone: Batches = { run: (_owner, work) => work({ isBusy: false }) }

/** Enqueues an import of 90 links in a queue that the app leaves alone, and claims it. */
async function claimImport(name: string): Promise<JobRow> {
  const { db } = app.services
  const ada = await signIn(app, name, 2)
  const payload = { parent: ada.rootId, rootId: ada.rootId }
  const id = await db.write(async tx => {
    const job = await enqueue(tx, { ownerId: ada.id, kind: name, payload, now: 0 })
    await storePart(tx, job, 0, Buffer.from(bookmarkText(links.join(''))))
    return job
  })
  const job = await claim(db, { queue: name, perKey: 1, after: '', lease: 'me', now: 1, leaseMs: 1000 })
  expect(job?.id).toBe(id)
  return assertDefined(job, 'job')
}

/** Is called before a batch is read. */
type OnBatch = (nth: number) => Promise<void> | void

/** Imports in batches of ten links, and ends the job. */
async function importAlone(job: JobRow, onBatch: OnBatch = () => undefined): Promise<void> {
  const { db } = app.services
  const reading = watched(new ImportReading(db, job, 1, batchSize).batches(), onBatch)
  expect(await runImport({ db, batches: alone }, job, { reading, isSmall: true })).toEqual({ state: 'done' })
  await db.write(tx => finishJob(tx, job.id, { state: 'done' }, 2))
}

async function* watched(batches: ImportBatches, onBatch: OnBatch): ImportBatches {
  for (let nth = 0; ; nth++) {
    await onBatch(nth)
    const next = await batches.next()
    if (next.done) return next.value
    yield next.value
  }
}

const readCount = async () =>
  await readRow(
    app.services.db.read,
    sql<{
      commits: number
      links: number
    }>`select count as commits, (select count(*) from links) as links from commit_counts`,
  )

test('IO-01 an import writes several batches in one transaction while nobody waits to write', async () => {
  const job = await claimImport('alone')
  const before = await readCount()
  await importAlone(job)
  const after = await readCount()
  // The second is the end of the job.
  expect([after.links - before.links, after.commits - before.commits]).toEqual([90, 2])
})

test('IO-01 a write of another process, or of this one, waits for the batch that an import writes, and not for its reading', async () => {
  const { db } = app.services
  const other = openDb(db.location)
  for (const [name, waiting] of [['others', other] as const, ['own', db] as const]) {
    const job = await claimImport(name)
    const { links: before } = await readCount()
    let seen = 0
    await importAlone(job, async nth => {
      // Three batches, of 40, 10 and 10 links, are written and not committed. The file goes on after the write.
      if (nth !== 3) return
      seen = await waiting.write(async tx => {
        await sql`update people set last_category = last_category`.execute(tx)
        return (await readRow(tx, sql<{ n: number }>`select count(*) as n from links`)).n
      })
    })
    expect(seen - before).toBe(60)
    expect((await readCount()).links - before).toBe(90)
  }
  await other.close()
})
