import { closeSync, openSync, readSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { dashboardLinks, saveLink } from '@nestmark/contract/links'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bookmarkFile } from './bookmarkFile.testing.ts'
import { spawnServer } from './serverProcess.testing.ts'
import { newFixture, type OwnFixture } from './fixture.testing.ts'
import { signUp, type Visitor } from './visitor.testing.ts'

const patience = { timeout: 60_000, interval: 50 }
const note = (n: number) => ({ name: `Note ${n}`, desc: 'Words', category: 4 as const, link: '' })

let stage: OwnFixture
let ada: Visitor
beforeAll(async () => {
  stage = await newFixture()
  const server = await stage.start()
  ada = await signUp(server.origin, 'ada')
  await ada.jobEnd(await ada.importFile(bookmarkFile(600).html))
  await server.end('SIGKILL')
})
afterAll(() => stage.remove())

async function health(origin: string): Promise<unknown> {
  return ((await (await fetch(`${origin}/api/health`)).json()) as { data: unknown }).data
}

/** Tears the cells of a page that only reading the whole file meets: its head stays as it was. */
function tearLeaf(): void {
  const file = join(stage.dataDir, 'nestmark.db')
  const database = new DatabaseSync(file)
  const root = database.prepare(`select rootpage as page from sqlite_schema where name = 'links'`).get()!
  const { page_size: size } = database.prepare('pragma page_size').get() as { page_size: number }
  // What lies in the log would cover the damage.
  database.exec('pragma wal_checkpoint(truncate)')
  database.close()
  const handle = openSync(file, 'r+')
  const page = Buffer.alloc(size)
  readSync(handle, page, 0, size, ((root.page as number) - 1) * size)
  const leaf = page.readUInt32BE(page.readUInt16BE(12))
  writeSync(handle, Buffer.alloc(1000, 0x5a), 0, 1000, leaf * size - 1000)
  closeSync(handle)
}

test('F22 after a kill the file is read through beside the running server; its result is in health', async () => {
  const server = await stage.start()
  await expect.poll(() => health(server.origin), patience).toEqual({ alive: true, dataFile: 'ok' })
  expect((await ada.at(server.origin).call(dashboardLinks, {})).total).toBe(600)
  await server.end('SIGKILL')
})

test('F22 damage that is found there: said loudly, nothing is written any more, and the next start is refused', async () => {
  tearLeaf()
  const server = await stage.start({ LOG_LEVEL: 'warn' })
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

  const { ended, output } = spawnServer(stage)
  expect(await ended).toEqual({ code: 1, signal: null })
  expect(output()).toContain('npm run admin -- restore FILE --replace')
})
