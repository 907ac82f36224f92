import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tx } from '../db/db.ts'
import { startApp, type TestApp } from '../test/support/app.ts'
import { type Person, signIn } from '../test/support/people.ts'
import { readParts } from './fileStore.ts'
import { receiveFile } from './receiveFile.ts'
import { startJobs } from './runner.ts'
import { releaseUploadedJob } from './store.ts'

let app: TestApp
let ada: Person
beforeAll(async () => {
  app = await startApp()
  ada = await signIn(app, 'ada')
})
afterAll(() => app.stop())

/** Pieces of a file that differ. */
function* pieces(count: number): Generator<Buffer> {
  for (let n = 0; n < count; n++) yield Buffer.alloc(64 * 1024, `piece ${n} `)
}

const receive = (
  open: () => AsyncIterable<Buffer>,
  release: (job: string) => Promise<(tx: Tx) => Promise<void>> = async () => async () => undefined,
) =>
  receiveFile(app.services, {
    ownerId: ada.id,
    kind: 'importBookmarks',
    open: async () => open(),
    check: () => undefined,
    release,
  })

async function countParts(): Promise<number> {
  return (await app.services.db.read.selectFrom('job_files').select('part').execute()).length
}

test('IO-01 stores the parts of a large file in their order; the request thread stores only the first and the last', async () => {
  const { db } = app.services
  const before = db.statements
  const job = await receive(async function* () {
    yield* pieces(160)
  })
  const statements = db.statements - before
  const stored: Uint8Array[] = []
  for await (const part of readParts(db, job)) stored.push(part)
  expect(Buffer.concat(stored).equals(Buffer.concat([...pieces(160)]))).toBe(true)
  expect(stored.length).toBe(40)
  // Two for each part on PostgreSQL, which does not block the thread. The jobs of the server look for work meanwhile.
  if (db.kind === 'sqlite') expect(statements).toBeLessThan(60)
  await db.write(tx => tx.deleteFrom('jobs').where('id', '=', job).execute())
})

test('I03 an interrupted upload of a large file leaves nothing', async () => {
  const broken = receive(async function* () {
    yield* pieces(60)
    throw new Error('The connection was lost.')
  })
  await expect(broken).rejects.toThrow('The connection was lost.')
  expect(await countParts()).toBe(0)
})

test('I03 of two small files that arrive at the same time, the one that ends later is refused and leaves nothing', async () => {
  const { db } = app.services
  let first = ''
  const second = receive(async function* () {
    yield* pieces(1)
    first = await receive(
      async function* () {
        yield* pieces(1)
      },
      async id => tx => releaseUploadedJob(tx, id, { payload: {}, queue: 'ofNobody', now: app.clock.now }),
    )
    yield* pieces(1)
  })
  await expect(second).rejects.toThrow(expect.objectContaining({ code: 'transfer.alreadyRunning' }))
  const jobs = await db.read.selectFrom('jobs').select('id').where('owner_id', '=', ada.id).execute()
  expect(jobs).toEqual([{ id: first }])
  expect(await countParts()).toBe(1)
  await db.write(tx => tx.deleteFrom('jobs').where('id', '=', first).execute())
})

test('IO-01 jobs that begin while a file arrives leave its upload alone', async () => {
  const { db, now } = app.services
  const errors: unknown[] = []
  const job = await receive(async function* () {
    yield* pieces(8)
    const runner = startJobs(db, [], now, { onError: error => errors.push(error) })
    runner.wake()
    await runner.stop()
    yield* pieces(8)
  })
  expect(await db.read.selectFrom('jobs').select('id').where('id', '=', job).execute()).toHaveLength(1)
  expect(errors).toEqual([])
})
