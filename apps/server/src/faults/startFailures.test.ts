import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Stage, spawnServer } from './serverProcess.testing.ts'
import { newStage, type OwnStage } from './stage.testing.ts'

const onPostgres = Boolean(process.env.NESTMARK_TEST_POSTGRES)
const isRoot = process.getuid?.() === 0

let stage: OwnStage
let dir: string
beforeAll(async () => {
  stage = await newStage()
  dir = mkdtempSync(join(tmpdir(), 'nestmark-start-'))
})
afterAll(async () => {
  await stage.remove()
  rmSync(dir, { recursive: true, force: true })
})

/** Starts a server that must refuse, and gives what it says. A stack would begin its lines with 'at'. */
async function refusal(place: Partial<Stage>): Promise<string> {
  const { ended, output } = spawnServer({ ...stage, ...place })
  expect(await ended, output()).toEqual({ code: 1, signal: null })
  expect(output()).not.toMatch(/^\s+at /m)
  return output()
}

test('F05 a start that cannot be says why in a sentence: DATA_DIR is a file', async () => {
  const dataDir = join(dir, 'file')
  writeFileSync(dataDir, '')
  expect(await refusal({ dataDir, env: { SECRET: '' } })).toMatch(
    new RegExp(
      `^DATA_DIR "${dataDir}" cannot be used: .*A file, or a link to nothing, lies where a directory must be`,
    ),
  )
})

test('F05 … DATA_DIR lies beneath a link to a disk that is not there', async () => {
  symlinkSync(join(dir, 'not mounted'), join(dir, 'disk'))
  const secrets: Record<string, string>[] = [{ SECRET: '' }, {}]
  for (const env of secrets)
    expect(await refusal({ dataDir: join(dir, 'disk', 'data'), env })).toMatch(/a link to nothing/)
})

test.runIf(isRoot)('F05 … DATA_DIR belongs to somebody else, or cannot be made', async () => {
  chmodSync(dir, 0o755)
  const dataDir = join(dir, 'theirs')
  mkdirSync(dataDir, { mode: 0o700 })
  const nobody = 65_534
  expect(await refusal({ dataDir: join(dir, 'new'), uid: nobody })).toMatch(
    /cannot be used: .*chown -R nobody/,
  )
  // The secret is given, so the lock is the first thing that is written.
  chownSync(dataDir, nobody, nobody)
  chmodSync(dataDir, 0o500)
  const env = { SECRET: 'x'.repeat(40) }
  if (!onPostgres) expect(await refusal({ dataDir, uid: nobody, env })).toMatch(/cannot be used: .*Give it/)
})

test('F05 … PORT is taken, HOST is not ours', async () => {
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
  'F05 … PostgreSQL refuses the password, has no such database, or the address is none',
  async () => {
    const changed = (change: (url: URL) => void) => {
      const url = new URL(stage.databaseUrl!)
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
    const standby = `${stage.databaseUrl}?target_session_attrs=standby`
    expect(await refusal({ databaseUrl: standby })).toContain('Nestmark writes')
  },
)
