import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { execFileSync } from 'node:child_process'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startObjectStore } from '../../../blobStorage/testing/objectStore.testing.ts'
import { admin, type ServerFixture, spawnServer } from '../serverProcess.testing.ts'
import { newFixture, type OwnFixture } from '../fixture.testing.ts'

const onPostgres = Boolean(process.env.NESTMARK_TEST_POSTGRES)
const isRoot = process.getuid?.() === 0

let fixture: OwnFixture
let dir: string
beforeAll(async () => {
  fixture = await newFixture()
  dir = mkdtempSync(join(tmpdir(), 'nestmark-start-'))
})
afterAll(async () => {
  await fixture.remove()
  rmSync(dir, { recursive: true, force: true })
})

/** Starts a server or another program that must fail, and returns its output. Lines of a stack trace would begin with 'at'. */
async function refusal(place: Partial<ServerFixture>, ...words: string[]): Promise<string> {
  const { ended, output } = spawnServer({ ...fixture, ...place }, ...words)
  expect(await ended, output()).toEqual({ code: 1, signal: null })
  expect(output()).not.toMatch(/^\s+at /m)
  return output()
}

test('F05 a failing start states the reason in a sentence: DATA_DIR is a file', async () => {
  const dataDir = join(dir, 'file')
  writeFileSync(dataDir, '')
  expect(await refusal({ dataDir, env: { SECRET: '' } })).toMatch(
    new RegExp(
      `^DATA_DIR "${dataDir}" cannot be used: .*A file, or a link to nothing, is where a directory must be`,
    ),
  )
})

test('F05 … DATA_DIR is under a link to a missing disk', async () => {
  symlinkSync(join(dir, 'not mounted'), join(dir, 'disk'))
  const secrets: Record<string, string>[] = [{ SECRET: '' }, {}]
  for (const env of secrets)
    expect(await refusal({ dataDir: join(dir, 'disk', 'data'), env })).toMatch(/a link to nothing/)
})

test('Z09 … the bucket is open, or its key is wrong', async () => {
  const store = await startObjectStore()
  const { endpoint, region, bucket, accessKeyId } = store.settings
  const start = (S3_SECRET_ACCESS_KEY: string) =>
    refusal({
      dataDir: join(dir, 'with a bucket'),
      // On the database of the other tests it would record another secret.
      databaseUrl: null,
      env: {
        FILES_STORE: 's3',
        S3_ENDPOINT: endpoint,
        S3_REGION: region,
        S3_BUCKET: bucket,
        S3_ACCESS_KEY_ID: accessKeyId,
        S3_SECRET_ACCESS_KEY,
      },
    })
  expect(await start('wrong')).toMatch(/^\S+ rejects the signature: S3_SECRET_ACCESS_KEY does not belong to/)
  expect(await start('')).toMatch(/^S3_SECRET_ACCESS_KEY is missing\./)
  store.isOpen = true
  expect(await start(store.settings.secretAccessKey)).toMatch(/^Everybody can read the objects of S3_BUCKET/)
  await store.close()
})

test.runIf(isRoot)('F05 … DATA_DIR belongs to another user or cannot be created', async () => {
  chmodSync(dir, 0o755)
  const dataDir = join(dir, 'theirs')
  mkdirSync(dataDir, { mode: 0o700 })
  const nobody = 65_534
  expect(await refusal({ dataDir: join(dir, 'new'), uid: nobody })).toMatch(
    /cannot be used: .*chown -R nobody/,
  )
  // SECRET is set, so the lock file is the first file that is written.
  chownSync(dataDir, nobody, nobody)
  chmodSync(dataDir, 0o500)
  const env = { SECRET: 'x'.repeat(40) }
  if (!onPostgres) expect(await refusal({ dataDir, uid: nobody, env })).toMatch(/cannot be used: .*Give it/)
})

/** Creates a library whose owner is not root, because root may access everything. */
async function ownLibrary(name: string): Promise<ServerFixture> {
  chmodSync(dir, 0o755)
  const dataDir = join(dir, name)
  const { code, output } = await admin({ dataDir }, 'users', 'create', 'a@example.com')
  expect(code, output).toBe(0)
  if (!isRoot) return { dataDir, databaseUrl: null }
  const nobody = 65_534
  for (const path of [dataDir, ...readdirSync(dataDir).map(each => join(dataDir, each))])
    chownSync(path, nobody, nobody)
  return { dataDir, databaseUrl: null, uid: nobody }
}

test.runIf(!onPostgres).each(['nestmark.db', 'nestmark.db-wal', 'nestmark.db-shm', 'outbox'])(
  'F05 … %s in DATA_DIR is not accessible to the user that runs the server or a command',
  async name => {
    const place = await ownLibrary(`closed-${name}`)
    const path = join(place.dataDir, name)
    if (name === 'outbox') mkdirSync(path)
    else writeFileSync(path, '', { flag: 'a' })
    chmodSync(path, 0)
    const sentence = new RegExp(
      `^DATA_DIR "${place.dataDir}" cannot be used: .*${path}.*Give it .*chown -R .* ${place.dataDir}`,
    )
    expect(await refusal(place)).toMatch(sentence)
    for (const words of [['integrity'], ['users', 'list'], ['backup', join(dir, 'copy')]])
      expect(await refusal(place, 'admin.js', ...words)).toMatch(sentence)
    chmodSync(path, 0o700)
  },
)

const mayMount = isRoot && !onPostgres && mounts()

/** Returns whether this machine allows mounting. */
function mounts(): boolean {
  const at = mkdtempSync(join(tmpdir(), 'nestmark-mount-'))
  try {
    mountReadOnly(at)
    execFileSync('umount', [at])
    return true
  } catch {
    return false
  } finally {
    rmSync(at, { recursive: true })
  }
}

function mountReadOnly(at: string): void {
  execFileSync('mount', ['--bind', at, at], { stdio: 'ignore' })
  try {
    execFileSync('mount', ['-o', 'remount,bind,ro', at], { stdio: 'ignore' })
  } catch (error) {
    execFileSync('umount', [at])
    throw error
  }
}

test.runIf(mayMount).each([
  ['closed to others', 0o700],
  ['open to others', 0o755],
])('F05 … DATA_DIR with a library, %s, is on a file system that is mounted read-only', async (_, mode) => {
  const place = await ownLibrary(`read-only-${mode}`)
  chmodSync(place.dataDir, mode)
  mountReadOnly(place.dataDir)
  try {
    const sentence = new RegExp(`^DATA_DIR "${place.dataDir}" cannot be used: .*Mount it writable`)
    expect(await refusal(place)).toMatch(sentence)
    expect(await refusal(place, 'admin.js', 'users', 'list')).toMatch(sentence)
  } finally {
    execFileSync('umount', [place.dataDir])
  }
})

test('F05 … PORT is taken, HOST is not an address of this machine', async () => {
  const other = createServer()
  await new Promise<void>(done => other.listen(0, '127.0.0.1', done))
  const { port } = other.address() as AddressInfo
  expect(await refusal({ env: { PORT: String(port) } })).toContain(`PORT ${port} is taken`)
  other.close()
  expect(await refusal({ env: { HOST: '192.0.2.1' } })).toContain(
    'HOST 192.0.2.1 is not an address of this machine',
  )
})

test.runIf(onPostgres)(
  'F05 … PostgreSQL rejects the password, has no such database, or the address is invalid',
  async () => {
    const changed = (change: (url: URL) => void) => {
      const url = new URL(fixture.databaseUrl!)
      change(url)
      return url.href
    }
    const password = changed(url => (url.password = 'another'))
    expect(await refusal({ databaseUrl: password })).toContain(
      'refuses the user or the password of DATABASE_URL',
    )
    const database = changed(url => (url.pathname = '/not_there'))
    expect(await refusal({ databaseUrl: database })).toContain('has no such database')
    expect(await refusal({ databaseUrl: 'postgres://127.0.0.1:port/db' })).toContain(
      'DATABASE_URL names a host',
    )
    const standby = `${fixture.databaseUrl}?target_session_attrs=standby`
    expect(await refusal({ databaseUrl: standby })).toContain('Nestmark writes')
  },
)

test.runIf(onPostgres)(
  'F08 … PostgreSQL is read-only: the server waits and states what to change',
  async () => {
    const empty = await newFixture({ isEmpty: true })
    const { databaseUrl } = empty
    const owner = new pg.Client(databaseUrl!)
    await owner.connect()
    const database = new URL(databaseUrl!).pathname.slice(1)
    await owner.query(`alter database "${database}" set default_transaction_read_only = on`)
    await owner.end()
    const sentence = /PostgreSQL can only be read \(.*\)\. .*add target_session_attrs=read-write\./
    expect(await refusal({ databaseUrl }, 'admin.js', 'migrate')).toMatch(sentence)
    const { child, ended, output } = spawnServer(empty)
    await vi.waitFor(() => expect(output()).toMatch(sentence), 60_000)
    expect(output()).toMatch(/^Waiting for PostgreSQL/m)
    child.kill()
    await ended
    await empty.remove()
  },
)

test.runIf(onPostgres)('F05 … PgBouncer has no such database or no such user', async () => {
  const answers = {
    'no such database: nestmark': 'has no such database',
    'no such user: nestmark': 'refuses the user or the password',
  }
  for (const [message, sentence] of Object.entries(answers)) {
    const fields = Buffer.from(`SFATAL\0C08P01\0M${message}\0\0`)
    const length = Buffer.alloc(4)
    length.writeInt32BE(fields.length + 4)
    const pooler = createServer(client => {
      client.on('error', () => undefined)
      client.once('data', () => client.end(Buffer.concat([Buffer.from('E'), length, fields])))
    })
    await new Promise<void>(done => pooler.listen(0, '127.0.0.1', done))
    const { port } = pooler.address() as AddressInfo
    expect(await refusal({ databaseUrl: `postgres://nestmark@127.0.0.1:${port}/nestmark` })).toContain(
      sentence,
    )
    pooler.close()
  }
})
