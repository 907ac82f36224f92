import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deleteAccount } from '@nestmark/contract/accounts'
import { createCollection } from '@nestmark/contract/collections'
import { deleteLinks, listDashboardLinks, saveLink, trashLinks } from '@nestmark/contract/links/links'
import { logout } from '@nestmark/contract/session'
import { emptyTrash } from '@nestmark/contract/trash'
import { errorTexts } from '@nestmark/texts/errors'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDb } from '../../../db/openDb.ts'
import { checkIntegrity } from '../../../db/integrity.ts'
import { bookmarkFile } from '../bookmarkFile.testing.ts'
import { type ServerProcess, startServer } from '../serverProcess.testing.ts'
import { password, signUp, type Visitor } from '../visitor.testing.ts'

/** A 12 MB in-memory file system that really gets full; null where this machine does not allow mounting. */
const disk = mountSmallDisk()

function mountSmallDisk(): string | null {
  const dir = mkdtempSync(join(tmpdir(), 'nestmark-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=12m', 'tmpfs', dir], { stdio: 'ignore' })
    return dir
  } catch {
    rmSync(dir, { recursive: true })
    return null
  }
}

let server: ServerProcess
let ada: Visitor
/** One for each export, because a person may export once in five minutes. */
let exporters: Visitor[]
const dataDir = disk ? join(disk, 'data') : ''

beforeAll(async () => {
  if (!disk) return
  server = await startServer({ dataDir })
  ada = await signUp(server.origin, 'ada')
  exporters = [await signUp(server.origin, 'bob'), await signUp(server.origin, 'cleo')]
  for (const each of exporters) await each.call(createCollection, { name: 'Before' })
})
afterAll(async () => {
  if (!disk) return
  await server?.end('SIGKILL')
  execFileSync('umount', [disk])
  rmSync(disk, { recursive: true })
})

/** Repeats an action until it is rejected, and returns the error. */
async function untilRefused(action: () => Promise<unknown>): Promise<unknown> {
  for (let n = 0; n < 1000; n++)
    try {
      await action()
    } catch (refusal) {
      return refusal
    }
  throw new Error('The disk does not get full.')
}

async function signIn(): Promise<void> {
  const answer = await fetch(`${server.origin}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ada@example.org', password }),
  })
  if (!answer.ok) throw [answer.status, ((await answer.json()) as { message: string }).message]
}

/** Fills the disk up to the given number of free bytes. */
function fillUp(left: number): void {
  const { bavail, bsize } = statfsSync(disk!)
  writeFileSync(join(disk!, 'ballast'), Buffer.alloc(Math.max(0, bavail * bsize - left), 1))
}

const note = (n: number) => ({
  name: `Note ${n}`,
  desc: `${n} ${'words of a long note '.repeat(200)}`,
  category: 4 as const,
})

const mayMount = process.platform === 'linux' && process.getuid?.() === 0
test.runIf(!disk && process.env.NESTMARK_NO_SKIP)('F08 needs a machine that can mount a tmpfs', () => {
  expect.fail(`This machine cannot mount a small file system (root: ${mayMount}).`)
})

test.skipIf(!disk)(
  'F08 the disk is full: the error reports it, reads continue, the server loses no acknowledged write, and writes resume without a restart',
  async () => {
    const acknowledged: string[] = []
    const { _id: parent } = await ada.call(createCollection, { name: 'Before' })
    for (let n = 0; n < 20; n++) acknowledged.push((await ada.call(saveLink, { ...note(n), parent }))._id)

    for (let round = 0; round < 2; round++) {
      fillUp(400_000)
      let n = 100 * (round + 1)
      const refused = await untilRefused(async () => {
        acknowledged.push((await ada.call(saveLink, { ...note(n++), parent }))._id)
      })
      expect(refused).toMatchObject({ status: 507, code: 'server.full', message: errorTexts['server.full'] })

      // Every write gets the same error (small ones may still fit into the log), and reads continue.
      const small = () => ada.call(createCollection, { name: 'More' })
      expect(await untilRefused(small)).toMatchObject({ status: 507 })
      await expect(ada.importFile(bookmarkFile(2000).html)).rejects.toThrow(errorTexts['server.full'])
      expect(await untilRefused(signIn)).toEqual([507, errorTexts['server.full']])
      expect((await ada.call(listDashboardLinks, {})).total).toBe(
        acknowledged.length + (round === 0 ? 0 : 50),
      )
      expect((await fetch(`${server.origin}/api/health`)).status).toBe(200)
      // An export still works, so that people can save their data elsewhere.
      const file = await fetch(`${server.origin}/api/export-bookmarks`, {
        method: 'POST',
        headers: { authorization: `Bearer ${exporters[round]!.token}`, 'content-type': 'application/json' },
        body: '{}',
      })
      expect([file.status, (await file.text()).includes('>Before</H3>')]).toEqual([200, true])

      rmSync(join(disk!, 'ballast'))
      acknowledged.push((await ada.call(saveLink, { ...note(500 + round), parent }))._id)
      const imported = await ada.jobEnd(await ada.importFile(bookmarkFile(50).html))
      expect(imported).toMatchObject({ state: 'done' })
      expect(imported.report!.links + imported.report!.skipped).toBe(50)
    }

    const db = openDb({ databaseUrl: null, dataDir })
    const notes = await db.read.selectFrom('links').select('id').where('category', '=', 4).execute()
    expect(notes.map(row => row.id).sort()).toEqual(acknowledged.sort())
    expect((await checkIntegrity(db)).findings).toEqual([])
    await db.close()
  },
)

test.skipIf(!disk)(
  'F08 logging out and deleting work on a full disk; other writes wait for space',
  async () => {
    const [bob, cleo] = exporters as [Visitor, Visitor]
    const { links } = await ada.call(listDashboardLinks, {})
    fillUp(0)
    const small = () => ada.call(createCollection, { name: 'More' })
    expect(await untilRefused(small)).toMatchObject({ status: 507 })
    const [deleted, trashed] = links.map(link => link._id)
    await ada.call(deleteLinks, { linkIdArr: [deleted!] })
    await ada.call(trashLinks, { linkIdArr: [trashed!] })
    await ada.call(emptyTrash, { type: 2 })
    await cleo.call(logout, {})
    await expect(cleo.call(listDashboardLinks, {})).rejects.toMatchObject({ status: 401 })
    await bob.call(deleteAccount, { password })
    await expect(bob.call(listDashboardLinks, {})).rejects.toMatchObject({ status: 401 })
    await expect(small()).rejects.toMatchObject({ status: 507 })
    expect((await ada.call(listDashboardLinks, {})).links.map(link => link._id)).not.toContain(deleted)
    // Their data are erased concurrently.
    const db = openDb({ databaseUrl: null, dataDir })
    const people = () => db.read.selectFrom('people').select('id').execute()
    await expect.poll(async () => (await people()).length).toBe(2)
    await db.close()
    rmSync(join(disk!, 'ballast'))
    await small()
  },
)

test.skipIf(!disk)('F08 a server killed on a full disk starts again for reading', async () => {
  fillUp(0)
  await server.end('SIGKILL')
  server = await startServer({ dataDir })
  expect((await ada.at(server.origin).call(listDashboardLinks, {})).links.length).toBe(50)
  expect((await server.end('SIGTERM')).code).toBe(0)
})
