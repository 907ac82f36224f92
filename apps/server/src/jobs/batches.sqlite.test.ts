import { tagLinks, saveLinks } from '@nestmark/contract/links/links'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../db/db.ts'
import { runAsLongWork, isLongWork } from '../db/writes/longWork.ts'
import { CallWrites } from '../db/writes/writeQueue.ts'
import { bookmarkText, importText } from '../features/importExport/files/files.testing.ts'
import { startApp, type TestApp } from '../test/support/app.ts'
import { waitForEnd } from '../test/support/jobs.ts'
import { signIn } from '../test/support/people.ts'
import { createBatches } from './batches.ts'
import { createJobThread } from './jobThread.ts'
import { createRemoteBatches, type BatchSlots, serveBatches, type RemoteBatches } from './remoteBatches.ts'

let app: TestApp
let db: Db
beforeAll(async () => {
  app = await startApp()
  db = app.services.db
})
afterAll(() => app.stop())

/** Returns a promise and its resolver. */
function gate(): { open: () => void; opened: Promise<void> } {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { open: resolve, opened: promise }
}

test('on SQLite a batch waits for the calls that wait to write', async () => {
  const batches = createBatches(db)
  const log: string[] = []
  const first = gate()
  const call = (name: string, until: Promise<void>) =>
    db.write(async () => {
      await until
      log.push(name)
    })
  const one = call('call 1', first.opened)
  const batch = runAsLongWork(() =>
    batches.run('ada', () =>
      db.write(async () => {
        log.push('batch')
      }),
    ),
  )
  const two = call('call 2', Promise.resolve())
  first.open()
  await Promise.all([one, two, batch])
  expect(log).toEqual(['call 1', 'call 2', 'batch'])
})

test('a batch gets a flag that other transactions wait to write', async () => {
  const writes = { waiting: 0, busyAt: Number.NEGATIVE_INFINITY }
  const batches = createBatches({ kind: 'sqlite', writes })
  const flags: boolean[] = []
  const run = (owner: string, isShort = false) =>
    batches.run(owner, async ({ isBusy }) => void flags.push(isBusy), { isShort })
  await run('ada')
  writes.busyAt = performance.now()
  await run('ada')
  writes.busyAt = Number.NEGATIVE_INFINITY
  const held = gate()
  const first = batches.run('ada', () => held.opened)
  const rest = [run('ada'), run('bob')]
  held.open()
  await Promise.all([first, ...rest])
  expect(flags).toEqual([false, true, true, false])
  flags.length = 0
  await run('ada', true)
  const again = gate()
  const short = batches.run('ada', () => again.opened, { isShort: true })
  const others = [run('bob', true), run('cleo', true), run('ada')]
  again.open()
  await Promise.all([short, ...others])
  // Ada's, during the pause after short work; Bob's, while Cleo's waits; Cleo's.
  expect(flags).toEqual([false, true, true, false])
})

test('several transactions in a short time count as load, one does not', async () => {
  const calls = new CallWrites()
  await calls.count(Promise.resolve())
  await calls.count(Promise.resolve())
  for (let n = 0; n < 3; n++) await calls.count(Promise.resolve(), false)
  expect(calls.load.busyAt).toBe(Number.NEGATIVE_INFINITY)
  await calls.count(Promise.resolve())
  expect(calls.load.busyAt).toBeGreaterThan(0)
})

test('the upload and the start of an import cause no load, so that the import does not pause for itself', async () => {
  const ada = await signIn(app, 'ada', 2)
  // Stored in three parts.
  const rows = Array.from(
    { length: 1500 },
    (_, n) => `<DT><A HREF="https://example.org/${n}">${'Eaves '.repeat(60)}${n}</A>\n`,
  )
  await expect.poll(() => performance.now() - db.writes.busyAt).toBeGreaterThan(300)
  const before = db.writes.busyAt
  await importText(app, ada, bookmarkText(rows.join('')))
  expect(db.writes.busyAt).toBe(before)
})

test('the pause after a batch of long work does not delay short work', async () => {
  const batches = createBatches({ kind: 'sqlite', writes: { waiting: 0, busyAt: performance.now() } })
  const log: string[] = []
  const held = gate()
  const long = batches.run('ada', () => held.opened)
  const add = (owner: string, isShort: boolean) =>
    batches.run(owner, async () => void log.push(owner), { isShort })
  const rest = [add('bob', false), add('cleo', true)]
  held.open()
  await new Promise(resolve => setImmediate(resolve))
  expect(log).toEqual(['cleo'])
  await Promise.all([long, ...rest])
  expect(log).toEqual(['cleo', 'bob'])
})

/** Connects batches with a remote side, as messages connect a process or thread. */
function connect(): { remote: RemoteBatches; slots: BatchSlots } {
  const slots = serveBatches(createBatches({ kind: 'sqlite', writes: db.writes }), grant =>
    queueMicrotask(() => remote.start(grant)),
  )
  const remote = createRemoteBatches(request => queueMicrotask(() => slots.receive(request)))
  return { remote, slots }
}

describe('batches of another thread', () => {
  test('run one at a time, alternate between owners, short work first', async () => {
    const { remote } = connect()
    const log: string[] = []
    const begun = gate()
    const held = gate()
    const first = remote.run('ada', async () => {
      begun.open()
      await held.opened
      log.push('ada 1')
    })
    await begun.opened
    const add = (owner: string, name: string, isShort = false) =>
      remote.run(owner, async () => void log.push(name), { isShort })
    const rest = [
      add('ada', 'ada 2'),
      add('ada', 'ada 3'),
      add('bob', 'bob 1'),
      add('cleo', 'cleo, short', true),
    ]
    // Their requests have arrived before the first batch ends.
    await new Promise(resolve => setImmediate(resolve))
    held.open()
    await Promise.all([first, ...rest])
    expect(log).toEqual(['ada 1', 'cleo, short', 'bob 1', 'ada 2', 'ada 3'])
  })

  test('propagate the errors of the work, and free their slot', async () => {
    const { remote } = connect()
    await expect(remote.run('ada', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await remote.run('ada', async () => 'next')).toBe('next')
  })

  test('free their slot when the thread ends during a batch', async () => {
    const batches = createBatches({ kind: 'sqlite', writes: db.writes })
    const dying = gate()
    const slots = serveBatches(batches, () => dying.open())
    slots.receive({ batch: 1, owner: 'ada', isShort: false })
    slots.receive({ batch: 2, owner: 'bob', isShort: false })
    await dying.opened
    slots.end()
    expect(await batches.run('cleo', async () => 'runs')).toBe('runs')
  })
})

test('a bulk call runs the statements of its batches outside the request thread', async () => {
  const ada = await signIn(app, 'ada', 2)
  const links = Array.from({ length: 100 }, (_, n) => ({ name: `Link ${n}`, desc: 'x', category: 4 }))
  for (let n = 0; n < 12; n++) await ada.call(saveLinks, { links })
  let batches = 0
  const write = db.write
  const counted: Db['write'] = work => {
    if (isLongWork()) batches++
    return write(work)
  }
  Object.assign(db, { write: counted })
  const { job } = await ada.call(tagLinks, { every: {}, added_tags_name: ['all'] })
  const end = await waitForEnd(ada, job)
  Object.assign(db, { write })
  expect(end).toMatchObject({ state: 'done', done: 1200 })
  expect(batches).toBe(0)
})

test('F14 a job claimed again during its run, after the clock went back, ends twice', async () => {
  const ada = await signIn(app, 'ada', 2)
  const links = Array.from({ length: 100 }, (_, n) => ({ name: `Link ${n}`, desc: 'x', category: 4 }))
  for (let n = 0; n < 6; n++) await ada.call(saveLinks, { links })
  const thread = createJobThread(new URL('../databaseJobs.thread.ts', import.meta.url), app.services)
  const { job: id } = await ada.call(tagLinks, { every: {}, added_tags_name: ['twice'] })
  await waitForEnd(ada, id)
  const job = await db.read.selectFrom('jobs').selectAll().where('id', '=', id!).executeTakeFirstOrThrow()
  const { signal } = new AbortController()
  const runs = ['first', 'second'].map(lease => thread.run({ ...job, lease_owner: lease }, signal))
  // Neither is the job's current lease.
  expect((await Promise.allSettled(runs)).map(run => run.status)).toEqual(['rejected', 'rejected'])
  await thread.close()
})
