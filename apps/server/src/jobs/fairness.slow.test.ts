import { jobStatus } from '@nestmark/contract/jobs'
import { saveLinks, tagLinks } from '@nestmark/contract/links/links'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '../db/db.ts'
import { openDb } from '../db/openDb.ts'
import { isPostgres } from '../db/dialect.ts'
import { bookmarkFile } from '../test/resilience/bookmarkFile.testing.ts'
import { visitor } from '../test/resilience/visitor.testing.ts'
import { importKind } from '../features/importExport/importBookmarks.ts'
import { storePart } from './fileStore.ts'
import { startApp, type TestApp } from '../test/support/app.ts'
import { type Person, signIn } from '../test/support/people.ts'
import { claim, statements } from './claim.ts'
import type { JobKind } from './jobKind.ts'
import { startJobs } from './runner.ts'
import { enqueue } from './store.ts'

let app: TestApp
let [ada, bob, cleo]: Person[] = []
beforeAll(async () => {
  app = await startApp()
  ;[ada, bob, cleo] = await Promise.all(['ada', 'bob', 'cleo'].map(name => signIn(app, name, 2)))
})
afterAll(() => app.stop())

const patient = { timeout: 200_000, interval: 10 }
const names = () => new Map([ada, bob, cleo].map((who, at) => [who!.id, ['ada', 'bob', 'cleo'][at]!]))

async function leave(kind: string, who: Person, count: number): Promise<void> {
  await app.services.db.write(async tx => {
    for (let n = 0; n < count; n++)
      await enqueue(tx, {
        ownerId: who.id,
        kind,
        payload: {},
        now: app.clock.now,
        id: `${kind}-${who.id}-${n}`,
      })
  })
}

/** Runs jobs of one kind on as many servers as the database supports. */
function runners(kind: JobKind, errors: unknown[]): { databases: Db[]; stop(): Promise<void> } {
  const { db } = app.services
  const databases = isPostgres(db.read)
    ? [openDb(db.location), openDb(db.location), openDb(db.location)]
    : [db]
  const started = databases.map(each =>
    startJobs(each, [kind], () => app.clock.now, { onError: error => errors.push(error) }),
  )
  for (const each of started) each.wake()
  return {
    databases,
    stop: async () => {
      await Promise.all(started.map(each => each.stop()))
      for (const each of databases) if (each !== db) await each.close()
    },
  }
}

test('F07 owners alternate, and no owner exceeds their share on all servers together', async () => {
  await leave('turns', ada!, 30)
  await leave('turns', bob!, 3)
  await leave('turns', cleo!, 3)
  const order: string[] = []
  const running = new Map<string, number>()
  let max = 0
  let open = () => {}
  const opened = new Promise<void>(resolve => (open = resolve))
  const kind: JobKind = {
    kind: 'turns',
    concurrency: 4,
    perOwner: 2,
    attempts: 1,
    run: async ({ owner_id: owner }) => {
      order.push(names().get(owner!)!)
      running.set(owner!, (running.get(owner!) ?? 0) + 1)
      max = Math.max(max, ...running.values())
      await opened
      running.set(owner!, running.get(owner!)! - 1)
    },
  }
  const errors: unknown[] = []
  const { databases, stop } = runners(kind, errors)
  // Each server has four slots, and each of the three owners may use two.
  const places = Math.min(databases.length * 4, 3 * 2)
  await expect.poll(() => order.length, patient).toBe(places)
  expect(new Set(order).size).toBe(3)
  open()
  await expect.poll(() => order.length, patient).toBe(36)
  await stop()
  expect(errors).toEqual([])
  expect(max).toBe(2)
  // Between two jobs of the others, jobs of ada start only a few times.
  const lastOfOthers = Math.max(order.lastIndexOf('bob'), order.lastIndexOf('cleo'))
  expect(order.slice(0, lastOfOthers).filter(name => name === 'ada').length).toBeLessThan(20)
  expect(order).toHaveLength(36)
})

test('F07 an owner without running jobs comes first, and the order continues after the last served owner', async () => {
  const { db, now } = app.services
  await leave('claims', ada!, 5)
  await leave('claims', bob!, 2)
  await leave('claims', cleo!, 1)
  let after = ''
  const next = async () => {
    const given = {
      queue: 'claims',
      perKey: 2,
      after,
      lease: `l${after}`,
      now: now(),
      leaseMs: 60_000,
    }
    const job = await claim(db, given)
    if (job) after = job.queue_key
    return job && names().get(job.owner_id!)
  }
  const first = [await next(), await next(), await next()]
  expect(first.sort()).toEqual(['ada', 'bob', 'cleo'])
  expect([await next(), await next()].sort()).toEqual(['ada', 'bob'])
  // Two jobs of ada and two of bob run, and cleo's only one: no other may start.
  expect(await next()).toBeUndefined()
})

test('long work yields its slot to others between batches', async () => {
  await leave('slices', ada!, 1)
  await leave('slices', bob!, 1)
  const log: string[] = []
  const done = new Map<string, number>()
  const kind: JobKind = {
    kind: 'slices',
    concurrency: 1,
    perOwner: 1,
    attempts: 1,
    run: async ({ owner_id: owner }, _signal, slot) => {
      for (let n = done.get(owner!) ?? 0; n < (owner === ada!.id ? 8 : 3);) {
        log.push(names().get(owner!)!)
        done.set(owner!, ++n)
        if (await slot.isWanted()) return 'yield'
      }
      return { state: 'done' }
    },
  }
  const errors: unknown[] = []
  const runner = startJobs(app.services.db, [kind], () => app.clock.now, {
    onError: error => errors.push(error),
  })
  runner.wake()
  const open = () =>
    app.services.db.read
      .selectFrom('jobs')
      .select('id')
      .where('kind', '=', 'slices')
      .where('finished_at', 'is', null)
      .execute()
  await expect.poll(open, patient).toEqual([])
  await runner.stop()
  expect(errors).toEqual([])
  expect(log.filter(name => name === 'ada')).toHaveLength(8)
  // Each of bob's batches ran after one of ada's.
  expect(log.lastIndexOf('bob')).toBeLessThan(6)
})

test(
  'an import and a bulk call overtake three large imports and five large bulk calls of another person',
  { timeout: 240_000 },
  async () => {
    const { db, jobs } = app.services
    const here = visitor(app.origin, ada!.token)
    await here.jobEnd(await here.importFile(bookmarkFile(2000).html))
    const notes = Array.from({ length: 6 }, (_, n) => ({ name: `Note ${n}`, desc: 'x', category: 4 }))
    const saved = (await bob!.call(saveLinks, { links: notes })).links.map(link => link._id)

    const large = bookmarkFile(4000).html
    const imports = [await here.importFile(large)]
    // The API rejects a second one; these simulate older servers.
    for (let n = 0; n < 2; n++)
      imports.push(
        await db.write(async tx => {
          const payload = { parent: ada!.rootId, rootId: ada!.rootId }
          const id = await enqueue(tx, { ownerId: ada!.id, kind: importKind, payload, now: app.clock.now })
          await storePart(tx, id, 0, Buffer.from(large))
          return id
        }),
      )
    const bulk: string[] = []
    for (let n = 0; n < 5; n++)
      bulk.push((await ada!.call(tagLinks, { every: {}, added_tags_name: [`later ${n}`] })).job!)
    jobs.wake()

    const state = async (who: Person, job: string) => (await who.call(jobStatus, { job })).state
    const doneOf = async (ids: string[]) =>
      (await Promise.all(ids.map(id => state(ada!, id)))).filter(each => each === 'done').length

    const { job: bobsBulk } = await bob!.call(tagLinks, { links: saved, added_tags_name: ['soon'] })
    await expect.poll(() => state(bob!, bobsBulk!), patient).toBe('done')
    expect(await doneOf(bulk)).toBeLessThan(2)
    const bobsImport = await visitor(app.origin, bob!.token).importFile(bookmarkFile(10).html)
    await expect.poll(() => state(bob!, bobsImport), patient).toBe('done')
    expect(await doneOf(imports)).toBeLessThan(2)
    for (const id of [imports[0]!, bulk[0]!]) await expect.poll(() => state(ada!, id), patient).toBe('done')
  },
)

test('finds the next job by index, also among 100,000 waiting jobs', async () => {
  const { db, now } = app.services
  const numbers = isPostgres(db.read)
    ? sql`select n from generate_series(1, 100000) n`
    : sql`with recursive t(n) as (select 1 union all select n + 1 from t where n < 100000) select n from t`
  await db.write(tx =>
    sql`insert into jobs (id, kind, queue, queue_key, run_after, created_at)
      select 'many' || n, 'many', 'many', 'key' || (n % 3), ${now()}, n from (${numbers}) s`.execute(tx),
  )
  if (isPostgres(db.read)) await sql`analyze jobs`.execute(db.read)
  const explain = sql.raw(isPostgres(db.read) ? 'explain' : 'explain query plan')
  const planOf = async (statement: ReturnType<typeof statements.due>) =>
    JSON.stringify((await sql`${explain} ${statement}`.execute(db.read)).rows)
  const plans = {
    due: await planOf(statements.due('many', now())),
    firstKey: await planOf(statements.firstKey('many', now(), sql`and queue_key > ${'key0'}`) as never),
    oldest: await planOf(statements.oldest('many', 'key1', now()) as never),
    running: await planOf(statements.running('many', now()) as never),
  }
  expect(plans.due).toContain('jobs_due')
  expect(plans.firstKey).toMatch(/jobs_waiting|jobs_due/)
  expect(plans.oldest).toContain('jobs_waiting')
  expect(plans.running).toContain('jobs_leased')
  for (const plan of Object.values(plans)) expect(plan).not.toMatch(/Seq Scan|SCAN jobs"|Sort|TEMP B-TREE/)
  const given = {
    queue: 'many',
    perKey: 1,
    after: 'key0',
    lease: 'one',
    now: now(),
    leaseMs: 1000,
  }
  expect((await claim(db, given))?.id).toBe('many1')
  await db.write(tx => tx.deleteFrom('jobs').where('kind', '=', 'many').execute())
})
