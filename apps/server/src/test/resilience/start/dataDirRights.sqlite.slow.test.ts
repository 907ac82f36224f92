import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { admin, spawnServer, startServer } from '../serverProcess.testing.ts'
import { signUp } from '../visitor.testing.ts'

let dir: string
let umask: number
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'nestmark-rights-'))
  // The most permissive umask for all processes started from here on.
  umask = process.umask(0)
})
afterAll(() => {
  process.umask(umask)
  rmSync(dir, { recursive: true, force: true })
})

const rightsOf = (path: string) => (statSync(path).mode & 0o777).toString(8)

function rightsIn(path: string): Record<string, string> {
  const all = readdirSync(path, { recursive: true, withFileTypes: true })
  const rights = all.map(each => {
    const inside = join(each.parentPath, each.name)
    return [inside.slice(path.length + 1), rightsOf(inside)] as const
  })
  return Object.fromEntries(rights)
}

test('Z09 other users of the machine cannot read an existing data directory', async () => {
  const dataDir = join(dir, 'data')
  for (const name of ['outbox', 'files']) mkdirSync(join(dataDir, name), { recursive: true })
  for (const name of ['secret', 'library.old', 'outbox/old.txt'])
    writeFileSync(join(dataDir, name), 'x'.repeat(40))
  expect([rightsOf(dataDir), rightsOf(join(dataDir, 'secret'))]).toEqual(['777', '666'])

  const server = await startServer({ dataDir })
  await signUp(server.origin, 'ada')
  await fetch(`${server.origin}/api/auth/request-password-reset`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ada@example.org' }),
  })
  const mails = () => readdirSync(join(dataDir, 'outbox'))
  await expect.poll(() => mails().length).toBeGreaterThan(1)
  expect(await admin({ dataDir }, 'backup', join(dataDir, 'copy.backup'))).toMatchObject({ code: 0 })
  const rights = rightsIn(dataDir)
  expect(Object.keys(rights)).toEqual(
    expect.arrayContaining([
      'nestmark.db',
      'nestmark.db-wal',
      'nestmark.db-shm',
      'secret',
      'library',
      'server.lock',
      'server.pid',
    ]),
  )
  // Unrelated files in the directory keep their mode; the directory itself is closed.
  const folders = ['outbox', 'files', 'files/arriving']
  expect({ ...rights, 'library.old': '600' }).toEqual(
    Object.fromEntries(Object.keys(rights).map(name => [name, folders.includes(name) ? '700' : '600'])),
  )
  expect([rightsOf(dataDir), rightsOf(join(dataDir, 'outbox'))]).toEqual(['700', '700'])
  await server.end('SIGTERM')
})

test('Z09 rejects a directory that other content or users share, and leaves it unchanged', async () => {
  const shared = join(dir, 'shared')
  mkdirSync(shared)
  writeFileSync(join(shared, 'novel.txt'), 'It was a dark and stormy night')
  const sticky = join(dir, 'sticky')
  mkdirSync(sticky)
  chmodSync(sticky, 0o1777)
  for (const dataDir of [shared, sticky]) {
    const before = [statSync(dataDir).mode, readdirSync(dataDir)]
    const { ended, output } = spawnServer({ dataDir })
    expect(await ended).toEqual({ code: 1, signal: null })
    expect(output()).toMatch(new RegExp(`^DATA_DIR "${dataDir}" is open to other users`))
    expect([statSync(dataDir).mode, readdirSync(dataDir)]).toEqual(before)
  }
})
