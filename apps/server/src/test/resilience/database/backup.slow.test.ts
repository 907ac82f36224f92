import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import { listDashboardLinks, saveLink } from '@nestmark/contract/links/links'
import { searchLibrary } from '@nestmark/contract/search/search'
import { createWebhook, listWebhooks } from '@nestmark/contract/webhooks'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrations } from '../../../db/migrations/all.ts'
import { backupTables, excludedTables } from '../../../db/backup/format.ts'
import { readTableNames } from '../../../db/catalog.ts'
import { replacedMigrations } from '../../../db/migrate.testing.ts'
import { bookmarkFile } from '../bookmarkFile.testing.ts'
import { admin, spawnServer } from '../serverProcess.testing.ts'
import { newFixture, type OwnFixture } from '../fixture.testing.ts'
import { signUp, type Visitor } from '../visitor.testing.ts'

const links = 2000
let files: string
let fixture: OwnFixture
let ada: Visitor
let backup: string
let savedBefore: string[]

const note = (name: string) => ({ name, desc: 'Words', category: 4 as const, link: '', tags: ['one', 'two'] })
const lines = (file: string) => gunzipSync(readFileSync(file)).toString().trimEnd().split('\n')

beforeAll(async () => {
  files = mkdtempSync(join(tmpdir(), 'nestmark-backups-'))
  fixture = await newFixture()
  const server = await fixture.start()
  ada = await signUp(server.origin, 'ada')
  await ada.jobEnd(await ada.importFile(bookmarkFile(links).html))
  // The address does not resolve, so deliveries stay queued and are part of the backup.
  await ada.call(createWebhook, { address: 'https://hooks.example/' })
})
afterAll(async () => {
  await fixture.remove()
  rmSync(files, { recursive: true })
})

test('a backup includes every table or excludes it explicitly', async () => {
  const there = await fixture.look(db => readTableNames(db.read))
  // SQLite stores the full texts and its sequences in internal tables.
  const ours = there.filter(name => !/^(links_text|page_terms|highlight_terms|sqlite_)/.test(name))
  expect(ours.sort()).toEqual([...backupTables, ...excludedTables].sort())
})

test('F24 a backup during concurrent writes is a consistent snapshot and restores a working library', async () => {
  const saved: string[] = []
  const over = new AbortController()
  const saver = async (who: number) => {
    for (let n = 0; !over.signal.aborted; n++) {
      await ada.call(saveLink, note(`Note ${who}.${n}`))
      saved.push(`Note ${who}.${n}`)
    }
  }
  const savers = [1, 2, 3].map(saver)
  while (saved.length < 20) await pause(10)
  savedBefore = [...saved]
  backup = join(files, 'first.nestmark')
  expect(await admin(fixture, 'backup', backup)).toMatchObject({ code: 0 })
  expect(statSync(backup).mode & 0o777).toBe(0o600)
  over.abort()
  await Promise.all(savers)

  const other = await newFixture({ isEmpty: true })
  try {
    const restored = await admin(other, 'restore', backup)
    expect(restored.output).not.toContain('Error in the backup')
    expect(restored.code).toBe(0)
    expect(await other.wrong()).toEqual([])
    const titles = await other.look(({ read }) =>
      read.selectFrom('links').select('title').where('category', '=', 4).execute(),
    )
    const there = new Set(titles.map(row => row.title))
    expect(savedBefore.filter(name => !there.has(name))).toEqual([])
    expect(there.size).toBe(titles.length)

    const listDeliverySeqs = () =>
      other.look(async ({ read }) =>
        (await read.selectFrom('webhook_events').select('seq').execute()).map(row => row.seq),
      )
    // Read before the server runs, because it sends them a second later.
    const before = await listDeliverySeqs()
    expect(before.length).toBeGreaterThan(0)

    // Sessions stay valid, data is complete, and people continue to work.
    const server = await other.start()
    const again = ada.at(server.origin)
    expect((await again.call(listDashboardLinks, {})).total).toBe(links + titles.length)
    const found = await again.call(searchLibrary, { input: 'guide', type: 'linkTitle', page: 1 })
    expect(found.total).toBe(Math.ceil(links / 6))
    expect(
      (await again.call(searchLibrary, { input: '喫茶', type: 'linkTitle', page: 1 })).total,
    ).toBeGreaterThan(0)
    await again.call(saveLink, note('After the restore'))
    // New rows get later numbers than the restored ones, and so are sent after them.
    const fresh = (await listDeliverySeqs()).filter(seq => !before.includes(seq))
    expect(fresh.length).toBeGreaterThan(0)
    for (const seq of fresh) expect(seq).toBeGreaterThan(Math.max(...before))
    expect(await again.call(listWebhooks, {})).toMatchObject([{ is_active: true, off_reason: null }])
    expect(await other.wrong()).toEqual([])
    await server.end('SIGTERM')

    // The target has an account by now.
    const refused = await admin(other, 'restore', backup)
    expect([refused.code, refused.output]).toEqual([1, expect.stringContaining('Give --replace')])
    expect(await admin(other, 'restore', backup, '--replace', '--end-sessions')).toMatchObject({ code: 0 })
    expect(await other.look(({ read }) => read.selectFrom('session').select('id').execute())).toEqual([])
    expect(await other.wrong()).toEqual([])
  } finally {
    await other.remove()
  }
})

test('F24 rejects an incomplete backup or one of a newer or too old version without changes', async () => {
  const other = await newFixture({ isEmpty: true })
  const cut = join(files, 'cut.nestmark')
  const torn = join(files, 'torn.nestmark')
  const newer = join(files, 'newer.nestmark')
  const older = join(files, 'older.nestmark')
  const invalid = join(files, 'invalid.nestmark')
  writeFileSync(cut, gzipSync(lines(backup).slice(0, -20).join('\n') + '\n'))
  writeFileSync(torn, readFileSync(backup))
  truncateSync(torn, Math.floor(statSync(backup).size / 2))
  const [header, ...rest] = lines(backup)
  const later = { ...JSON.parse(header!), migrations: ['001-house', '999-later'] }
  writeFileSync(newer, gzipSync([JSON.stringify(later), ...rest].join('\n') + '\n'))
  const early = { ...JSON.parse(header!), migrations: ['001-house', '002-accounts'] }
  writeFileSync(older, gzipSync([JSON.stringify(early), ...rest].join('\n') + '\n'))
  writeFileSync(invalid, 'a shopping list')
  try {
    for (const [file, words] of [
      [cut, 'damaged or truncated'],
      [torn, 'damaged or truncated'],
      [newer, '999-later'],
      [older, 'it has 2 of the 79 migrations'],
      [invalid, 'is not a Nestmark backup'],
      [join(files, 'nowhere'), 'is not there'],
    ] as const) {
      const refused = await admin(other, 'restore', file)
      expect([file, refused.code, refused.output]).toEqual([file, 1, expect.stringContaining(words)])
      expect(readdirSync(other.dataDir).filter(name => /nestmark\.db|restoring/.test(name))).toEqual([])
    }
    // An existing file is not overwritten.
    const before = readFileSync(backup)
    expect(await admin(fixture, 'backup', backup)).toMatchObject({ code: 1 })
    expect(readFileSync(backup).equals(before)).toBe(true)
  } finally {
    await other.remove()
  }
})

test('restores a backup from before the baseline', async () => {
  const other = await newFixture({ isEmpty: true })
  const earlier = join(files, 'earlier.nestmark')
  const [header, ...rest] = lines(backup)
  const named = { ...JSON.parse(header!), migrations: replacedMigrations }
  writeFileSync(earlier, gzipSync([JSON.stringify(named), ...rest].join('\n') + '\n'))
  try {
    expect(await admin(other, 'restore', earlier)).toMatchObject({ code: 0 })
    expect(await other.wrong()).toEqual([])
    const names = await other.look(({ read }) => read.selectFrom('migrations').select('name').execute())
    // Those after the baseline were applied.
    expect(names).toEqual(migrations.map(({ name }) => ({ name })))
  } finally {
    await other.remove()
  }
})

/** Returns whether a restore is running: into a file next to the database, or in a transaction. */
async function isRestoring({ dataDir, databaseUrl, look }: OwnFixture): Promise<boolean> {
  if (!databaseUrl) return readdirSync(dataDir).some(name => name.startsWith('restoring'))
  const others = sql<{ n: number }>`select count(*) as n from pg_stat_activity
    where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()`
  const { rows } = await look(({ read }) => others.execute(read))
  return Number(rows[0]!.n) > 0
}

test('a killed restore leaves either the old library or the complete new one', async () => {
  const other = await newFixture({ isEmpty: true })
  try {
    expect(await admin(other, 'restore', backup)).toMatchObject({ code: 0 })
    await other.look(db => db.write(tx => tx.updateTable('people').set({ last_category: 5 }).execute()))
    for (const after of [0, 50, 150]) {
      const { child } = spawnServer(other, 'admin.js', 'restore', backup, '--replace')
      const ended = new Promise(done => child.once('close', done))
      await expect
        .poll(async () => child.exitCode !== null || (await isRestoring(other)), { interval: 5 })
        .toBe(true)
      await pause(after)
      child.kill('SIGKILL')
      await ended
      expect(await other.wrong()).toEqual([])
    }
    expect(await admin(other, 'restore', backup, '--replace')).toMatchObject({ code: 0 })
    const person = await other.look(({ read }) =>
      read.selectFrom('people').select('last_category').executeTakeFirst(),
    )
    expect(person).toEqual({ last_category: 3 })
    expect(readdirSync(other.dataDir).filter(name => name.startsWith('restoring'))).toEqual([])
  } finally {
    await other.remove()
  }
})

test('migration: a library moves to a data directory and back without a difference in any row', async () => {
  const directory = { dataDir: join(files, 'house'), databaseUrl: null }
  expect(await admin(directory, 'restore', backup)).toMatchObject({ code: 0 })
  const there = join(files, 'there.nestmark')
  expect(await admin(directory, 'backup', there)).toMatchObject({ code: 0 })
  const back = await newFixture({ isEmpty: true })
  try {
    expect(await admin(back, 'restore', there)).toMatchObject({ code: 0 })
    const home = join(files, 'home.nestmark')
    expect(await admin(back, 'backup', home)).toMatchObject({ code: 0 })
    // The order of rows depends on the database, and jobs are released by the restore. A revision counts writes since the start.
    const rows = (file: string) => {
      let columns: string[] = []
      return lines(file)
        .slice(1)
        .filter(line => !line.includes('"running"'))
        .map(line => {
          const row = JSON.parse(line) as unknown[] | { columns?: string[] }
          if (!Array.isArray(row)) columns = row.columns ?? []
          const at = columns.indexOf('revision')
          return Array.isArray(row) && at >= 0 ? JSON.stringify(row.with(at, 'any')) : line
        })
        .sort()
    }
    expect(rows(there)).toEqual(rows(home))
    expect(await back.wrong()).toEqual([])
  } finally {
    await back.remove()
  }
})
