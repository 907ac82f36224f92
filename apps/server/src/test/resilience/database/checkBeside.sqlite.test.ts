import { closeSync, openSync, readSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { listDashboardLinks, saveLink } from '@nestmark/contract/links/links'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bookmarkFile } from '../bookmarkFile.testing.ts'
import { spawnServer } from '../serverProcess.testing.ts'
import { newFixture, type OwnFixture } from '../fixture.testing.ts'
import { signUp, type Visitor } from '../visitor.testing.ts'

const patience = { timeout: 15_000, interval: 50 }
const note = (n: number) => ({ name: `Note ${n}`, desc: 'Words', category: 4 as const, link: '' })

let fixture: OwnFixture
let ada: Visitor
beforeAll(async () => {
  fixture = await newFixture()
  const server = await fixture.start()
  ada = await signUp(server.origin, 'ada')
  await ada.jobEnd(await ada.importFile(bookmarkFile(600).html))
  await server.end('SIGKILL')
})
afterAll(() => fixture.remove())

async function health(origin: string): Promise<unknown> {
  return ((await (await fetch(`${origin}/api/health`)).json()) as { data: unknown }).data
}

/** Corrupts the cells of a page that only a full read of the file reaches; its header stays intact. */
function tearLeaf(): void {
  const file = join(fixture.dataDir, 'nestmark.db')
  const database = new DatabaseSync(file)
  const root = database.prepare(`select rootpage as page from sqlite_schema where name = 'links'`).get()!
  const { page_size: size } = database.prepare('pragma page_size').get() as { page_size: number }
  // Pages in the log would hide the damage.
  database.exec('pragma wal_checkpoint(truncate)')
  database.close()
  const handle = openSync(file, 'r+')
  const page = Buffer.alloc(size)
  readSync(handle, page, 0, size, ((root.page as number) - 1) * size)
  const leaf = page.readUInt32BE(page.readUInt16BE(12))
  writeSync(handle, Buffer.alloc(1000, 0x5a), 0, 1000, leaf * size - 1000)
  closeSync(handle)
}

test('F22 after a kill checks the entire file while the server runs; health reports the result', async () => {
  const server = await fixture.start()
  await expect.poll(() => health(server.origin), patience).toEqual({ alive: true, dataFile: 'ok' })
  expect((await ada.at(server.origin).call(listDashboardLinks, {})).total).toBe(600)
  await server.end('SIGKILL')
})

test('F22 logs damage that the check finds, stops all writes, and prevents the next start', async () => {
  tearLeaf()
  const server = await fixture.start({ LOG_LEVEL: 'warn' })
  await expect.poll(() => health(server.origin), patience).toEqual({ alive: true, dataFile: 'damaged' })
  await expect.poll(server.output, patience).toContain('THE DATA FILE IS DAMAGED')
  const refused = () =>
    ada
      .at(server.origin)
      .call(saveLink, note(1))
      .then(
        () => null,
        (error: unknown) => error,
      )
  await expect.poll(refused, patience).toMatchObject({ status: 503, code: 'server.readOnly' })
  expect((await fetch(`${server.origin}/api/ready`)).status).toBe(200)
  expect(await server.end('SIGTERM')).toEqual({ code: 0, signal: null })

  const { ended, output } = spawnServer(fixture)
  expect(await ended).toEqual({ code: 1, signal: null })
  expect(output()).toContain('npm run admin -- restore FILE --replace')
})
