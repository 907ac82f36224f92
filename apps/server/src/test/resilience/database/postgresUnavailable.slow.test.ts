import { listDashboardLinks, saveLink } from '@nestmark/contract/links/links'
import { Client } from 'pg'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDb } from '../../../db/openDb.ts'
import { freePort, onServer } from '../../support/postgres.ts'
import { type ServerProcess, spawnServer, startServer } from '../serverProcess.testing.ts'
import { newFixture, type OwnFixture } from '../fixture.testing.ts'
import { type ProxyMode, type TcpProxy, tcpProxy } from '../tcpProxy.testing.ts'
import { signUp, type Visitor } from '../visitor.testing.ts'

const onPostgres = Boolean(process.env.NESTMARK_TEST_POSTGRES)
/** Far above the required 5 s, far below the minutes that the system waits for a lost packet. */
const patience = { timeout: 60_000, interval: 100 }

let fixture: OwnFixture
let proxy: TcpProxy
let server: ServerProcess
let ada: Visitor
beforeAll(async () => {
  if (!onPostgres) return
  fixture = await newFixture()
  proxy = await tcpProxy(fixture.databaseUrl!)
  server = await startServer({ ...fixture, databaseUrl: proxy.url })
  ada = await signUp(server.origin, 'ada')
})
afterAll(async () => {
  if (!onPostgres) return
  await server?.end('SIGKILL')
  await proxy.close()
  await fixture.remove()
})

const note = (n: number) => ({ name: `Note ${n}`, desc: 'Words', category: 4 as const, link: '' })

/** Returns status, Retry-After and code of a list call, which must be answered within the timeout. */
async function list(): Promise<unknown[]> {
  const answer = await fetch(`${server.origin}/api/dashboard-links`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${ada.token}` },
    body: '{}',
    signal: AbortSignal.timeout(patience.timeout),
  })
  return [answer.status, answer.headers.get('retry-after'), ((await answer.json()) as { code?: string }).code]
}

async function get(path: string): Promise<{ status: number; retryAfter: string | null; data: unknown }> {
  const answer = await fetch(`${server.origin}${path}`, { signal: AbortSignal.timeout(patience.timeout) })
  const { data } = (await answer.json()) as { data: unknown }
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), data }
}

const unavailable = [503, '5', 'server.unavailable']

test.runIf(onPostgres)('F09 health depends on the process, readiness on the database', async () => {
  expect(await get('/api/health')).toMatchObject({ status: 200, data: { alive: true } })
  expect(await get('/api/ready')).toEqual({ status: 200, retryAfter: null, data: { ready: true } })
  await proxy.set('blackhole')
  expect(await get('/api/ready')).toEqual({
    status: 503,
    retryAfter: '5',
    data: { ready: false, reason: 'database-unavailable' },
  })
  expect(await get('/api/health')).toMatchObject({ status: 200 })
  await proxy.set('forward')
  await expect.poll(async () => (await get('/api/ready')).status, patience).toBe(200)
})

test.runIf(onPostgres).each<ProxyMode>(['blackhole', 'refuse'])(
  'F09 PostgreSQL does not respond (%s): every response is 503 with Retry-After, and service resumes when it is back',
  async mode => {
    await ada.call(saveLink, note(1))
    await proxy.set(mode)
    expect(await Promise.all(Array.from({ length: 20 }, list))).toEqual(
      Array.from({ length: 20 }, () => unavailable),
    )
    await expect(ada.call(saveLink, note(2))).rejects.toMatchObject({ status: 503 })
    // While the outage is known, calls fail immediately.
    expect(await list()).toEqual(unavailable)
    await proxy.set('forward')
    await expect.poll(list, patience).toEqual([200, null, undefined])
    await ada.call(saveLink, note(3))
    expect(server.output()).not.toContain('server.failed')
  },
)

test.runIf(onPostgres)('F09 replaces connections with lost packets while new connections work', async () => {
  await Promise.all(Array.from({ length: 20 }, list))
  await proxy.set('blackhole-open')
  await expect.poll(list, patience).toEqual([200, null, undefined])
  await ada.call(saveLink, note(4))
})

test.runIf(onPostgres)('F09 releases locks of a lost connection when the database is back', async () => {
  const db = openDb({ databaseUrl: proxy.url, dataDir: fixture.dataDir })
  const person = await db.read.selectFrom('people').select('id').executeTakeFirstOrThrow()
  const locking = db.write(async tx => {
    await sql`select id from people where id = ${person.id} for update`.execute(tx)
    await proxy.set('blackhole')
    await sql`select ${1}`.execute(tx)
  })
  await expect(locking).rejects.toThrow()
  await proxy.set('forward')
  await expect
    .poll(
      () =>
        db.ping().then(
          () => true,
          () => false,
        ),
      patience,
    )
    .toBe(true)
  // Connected directly, not through the proxy: the backend would wait half a minute for its client.
  const client = new Client({ connectionString: fixture.databaseUrl! })
  await client.connect()
  const locked = () =>
    client.query('select id from people where id = $1 for update nowait', [person.id]).then(
      () => false,
      () => true,
    )
  await expect.poll(locked, { timeout: 15_000, interval: 50 }).toBe(false)
  await client.end()
  await db.close()
})

test.runIf(onPostgres)('F09 a slow statement does not count as an unavailable database', async () => {
  const db = openDb({ databaseUrl: proxy.url, dataDir: fixture.dataDir })
  const { rows } = await sql`select 'slow' as word, pg_sleep(5)::text`.execute(db.read)
  expect(rows).toMatchObject([{ word: 'slow' }])
  await db.close()
})

test.runIf(onPostgres)(
  'F09 a database becomes read-only: reads continue, writes are 503 with the cause in the log, and recovery is automatic',
  async () => {
    const database = new URL(fixture.databaseUrl!).pathname.slice(1)
    const set = async (change: string) => {
      const postgres = process.env.NESTMARK_TEST_POSTGRES!
      await onServer(postgres, `alter database ${database} ${change}`)
      await onServer(
        postgres,
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}'`,
      )
    }
    await set('set default_transaction_read_only = on')
    await expect.poll(list, patience).toEqual([200, null, undefined])
    await expect(ada.call(saveLink, note(5))).rejects.toMatchObject({
      status: 503,
      code: 'server.readOnly',
    })
    await expect.poll(() => server.output(), patience).toContain('"code":"25006"')
    expect((await ada.call(listDashboardLinks, {})).total).toBeGreaterThan(0)
    await set('reset default_transaction_read_only')
    const saved = () =>
      ada.call(saveLink, note(6)).then(
        () => true,
        () => false,
      )
    await expect.poll(saved, patience).toBe(true)
  },
)

test.runIf(onPostgres)(
  'F09 a start without PostgreSQL waits and logs it, reports not ready, and stops on a signal',
  async () => {
    await proxy.set('refuse')
    const port = String(await freePort())
    const place = { ...fixture, databaseUrl: proxy.url, env: { PORT: port } }
    const ready = async () => {
      const answer = await fetch(`http://127.0.0.1:${port}/api/ready`).catch(() => null)
      return answer && [answer.status, answer.headers.get('retry-after'), await answer.json()]
    }
    const stopped = spawnServer(place)
    await expect
      .poll(stopped.output, patience)
      .toMatch(/^Waiting for PostgreSQL at 127\.0\.0\.1:\d+: .*ECONN/m)
    const starting = { status: 503, data: { ready: false, reason: 'starting' } }
    await expect.poll(ready, patience).toMatchObject([503, '5', starting])
    expect((await fetch(`http://127.0.0.1:${port}/api/health`)).status).toBe(200)
    stopped.child.kill('SIGTERM')
    expect(await stopped.ended).toEqual({ code: 0, signal: null })

    const waiting = spawnServer(place)
    await expect.poll(waiting.output, patience).toContain('Waiting for PostgreSQL')
    await proxy.set('forward')
    await expect.poll(waiting.output, patience).toContain('Nestmark is ready')
    // On a busy machine, the database may not answer the first question within a second.
    await expect.poll(ready, patience).toMatchObject([200, null, { data: { ready: true } }])
    waiting.child.kill('SIGTERM')
    expect(await waiting.ended).toEqual({ code: 0, signal: null })
  },
)

test.runIf(onPostgres)(
  'F09 PostgreSQL has no free connection: affected calls get 503, with the cause in the log',
  async () => {
    const postgres = process.env.NESTMARK_TEST_POSTGRES!
    const role = `r_${process.pid}`
    await onServer(postgres, `create role ${role} login password 'pass' connection limit 4`)
    await onServer(
      fixture.databaseUrl!,
      `grant all on schema public to ${role}; grant all on all tables in schema public to ${role};
        grant all on all sequences in schema public to ${role}`,
    )
    const url = new URL(fixture.databaseUrl!)
    url.username = role
    url.password = 'pass'
    const poor = await startServer({ ...fixture, databaseUrl: url.href })
    try {
      // Saves of one person wait for each other, each on a separate connection.
      const call = () =>
        fetch(`${poor.origin}/api/save-link-from-input`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${ada.token}` },
          body: JSON.stringify({ name: 'A note', desc: 'One of many', category: 4 }),
        })
      const statuses = (await Promise.all(Array.from({ length: 60 }, call))).map(each => each.status)
      expect(statuses.filter(status => status !== 200 && status !== 503)).toEqual([])
      expect(statuses).toContain(503)
      await expect.poll(poor.output, patience).toContain('"code":"53300"')
      expect((await call()).status).toBe(200)
    } finally {
      await poor.end('SIGKILL')
      await onServer(fixture.databaseUrl!, `drop owned by ${role}`)
      await onServer(postgres, `drop role ${role}`)
    }
  },
)
