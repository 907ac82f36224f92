import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { listDashboardLinks, saveLink } from '@nestmark/contract/links/links'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDb } from '../../../db/openDb.ts'
import { checkIntegrity } from '../../../db/integrity.ts'
import { embeddedPostgres, freePort } from '../../support/postgres.ts'
import { bookmarkFile } from '../bookmarkFile.testing.ts'
import { listChildProcesses, type ServerProcess, startServer } from '../serverProcess.testing.ts'
import { signUp, type Visitor } from '../visitor.testing.ts'

/** Far above the required 5 s, far below the minutes that a system waits for a silent host. */
const patience = { timeout: 60_000, interval: 20 }
const onPostgres = Boolean(process.env.NESTMARK_TEST_POSTGRES)

/** A PostgreSQL used only by this test, which can be stopped and started again. */
interface OwnPostgres {
  url: string
  start(): Promise<void>
  stop(): Promise<void>
  /** Sends a signal to all of its processes. */
  signal(name: 'SIGSTOP' | 'SIGCONT'): void
}

let dir: string
let postgres: OwnPostgres
let server: ServerProcess
let ada: Visitor

beforeAll(async () => {
  if (!onPostgres) return
  dir = mkdtempSync(join(tmpdir(), 'nestmark-restart-'))
  // The operating system user of PostgreSQL must be able to enter it.
  chmodSync(dir, 0o755)
  const EmbeddedPostgres = await embeddedPostgres()
  const port = await freePort()
  const engine = new EmbeddedPostgres({
    databaseDir: join(dir, 'data'),
    port,
    user: 'nestmark',
    password: 'nestmark',
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    onLog: () => undefined,
    onError: () => undefined,
  })
  await engine.initialise()
  postgres = {
    url: `postgres://nestmark:nestmark@127.0.0.1:${port}/postgres`,
    start: () => engine.start(),
    stop: () => engine.stop(),
    signal(name) {
      const first = Number.parseInt(readFileSync(join(dir, 'data/postmaster.pid'), 'utf8'))
      for (const pid of [first, ...listChildProcesses(first)]) signalTo(pid, name)
    },
  }
  await postgres.start()
  server = await startServer({ dataDir: join(dir, 'nestmark'), databaseUrl: postgres.url })
  ada = await signUp(server.origin, 'ada')
})
afterAll(async () => {
  if (!onPostgres) return
  await server?.end('SIGKILL')
  await postgres?.stop()
  rmSync(dir, { recursive: true, force: true })
})

const note = (n: number) => ({ name: `Note ${n}`, desc: 'Words', category: 4 as const, link: '' })

test.runIf(onPostgres)(
  'F09 PostgreSQL restarts: 503 with Retry-After immediately, no crash, no duplicates, and service resumes',
  async () => {
    const job = await ada.importFile(bookmarkFile(4000).html)
    const acknowledged = new Set<number>()
    const unanswered = new Set<number>()
    const refusals = new Set<number>()
    let next = 0
    const over = new AbortController()
    const saver = async () => {
      while (!over.signal.aborted) {
        const n = next++
        try {
          await ada.call(saveLink, note(n), { idempotencyKey: `note-${n}` })
          acknowledged.add(n)
        } catch (error) {
          unanswered.add(n)
          const { status } = error as { status: number }
          refusals.add(status)
          await pause(20)
        }
      }
    }
    const savers = [saver(), saver(), saver(), saver()]

    // Connections are cut in the middle of their work.
    for (let n = 0; n < 3; n++) {
      const before = acknowledged.size
      await expect.poll(() => acknowledged.size, patience).toBeGreaterThan(before + 3)
      await cutAll()
    }
    await postgres.stop()
    const down = await fetch(`${server.origin}/api/dashboard-links`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${ada.token}` },
      body: '{}',
    })
    expect([down.status, down.headers.get('retry-after')]).toEqual([503, '5'])
    await postgres.start()
    const before = acknowledged.size
    await expect.poll(() => acknowledged.size, patience).toBeGreaterThan(before)
    over.abort()
    await Promise.all(savers)

    expect([...refusals]).toEqual([503])
    // Unanswered calls are sent again with the same key.
    for (const n of unanswered) await ada.call(saveLink, note(n), { idempotencyKey: `note-${n}` })
    expect(await ada.jobEnd(job)).toMatchObject({ state: 'done', report: { links: 4000 } })
    expect((await ada.call(listDashboardLinks, {})).total).toBe(4000 + acknowledged.size + unanswered.size)
    const db = openDb({ databaseUrl: postgres.url, dataDir: dir })
    const { findings } = await checkIntegrity(db)
    await db.close()
    expect(findings).toEqual([])
  },
)

test.runIf(onPostgres && process.platform === 'linux')(
  'F09 PostgreSQL is frozen: 503 while it is, reads and saves when it continues, and the server stops cleanly',
  async () => {
    const save = (n: number) => ada.call(saveLink, note(n), { idempotencyKey: `still-${n}` })
    postgres.signal('SIGSTOP')
    try {
      const saves = await Promise.allSettled([1, 2, 3].map(save))
      expect(saves.map(each => each.status === 'rejected' && each.reason.status)).toEqual([503, 503, 503])
      const ready = await fetch(`${server.origin}/api/ready`)
      expect([ready.status, ready.headers.get('retry-after')]).toEqual([503, '5'])
    } finally {
      postgres.signal('SIGCONT')
    }
    const saved = () =>
      save(1).then(
        () => true,
        () => false,
      )
    await expect.poll(saved, patience).toBe(true)
    const before = (await ada.call(listDashboardLinks, {})).total
    await save(1)
    expect((await ada.call(listDashboardLinks, {})).total).toBe(before)

    postgres.signal('SIGSTOP')
    try {
      expect(await server.end('SIGTERM')).toEqual({ code: 0, signal: null })
    } finally {
      postgres.signal('SIGCONT')
    }
  },
)

/** Sends a signal to a process, which may have ended since it was listed. */
function signalTo(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

async function cutAll(): Promise<void> {
  const client = new Client({ connectionString: postgres.url })
  await client.connect()
  await client.query('select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()')
  await client.end()
}
