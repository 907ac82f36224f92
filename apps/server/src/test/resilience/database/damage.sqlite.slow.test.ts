import {
  closeSync,
  copyFileSync,
  existsSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { listDashboardLinks } from '@nestmark/contract/links/links'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bookmarkFile } from '../bookmarkFile.testing.ts'
import { admin, spawnServer } from '../serverProcess.testing.ts'
import { newFixture, type OwnFixture } from '../fixture.testing.ts'
import { signUp, type Visitor } from '../visitor.testing.ts'

const links = 600
let fixture: OwnFixture
let ada: Visitor
let file: string
let intact: string
let backup: string

beforeAll(async () => {
  fixture = await newFixture()
  file = join(fixture.dataDir, 'nestmark.db')
  intact = join(fixture.dataDir, 'intact.db')
  backup = join(fixture.dataDir, 'last.nestmark')
  const server = await fixture.start()
  ada = await signUp(server.origin, 'ada')
  await ada.jobEnd(await ada.importFile(bookmarkFile(links).html))
  expect(await admin(fixture, 'backup', backup)).toMatchObject({ code: 0 })
  await server.end('SIGTERM')
  copyFileSync(file, intact)
})
afterAll(() => fixture.remove())

function overwrite(from: number, length: number): void {
  const handle = openSync(file, 'r+')
  writeSync(handle, Buffer.alloc(length, 0x5a), 0, length, from)
  closeSync(handle)
}

/** Returns a page that is in use. The page in the middle of the file may be free, where damage has no effect. */
function pageOfLinks(): number {
  const database = new DatabaseSync(file, { readOnly: true })
  const row = database.prepare(`select rootpage from sqlite_schema where name = 'links'`).get()
  database.close()
  return row!.rootpage as number
}

const damages: [string, () => void][] = [
  ['the end is missing', () => truncateSync(file, statSync(file).size - 5 * 4096)],
  ['it is empty', () => truncateSync(file, 0)],
  ['it is missing', () => rmSync(file)],
  ['the header is overwritten', () => overwrite(0, 4096)],
  ['a page in the middle is overwritten', () => overwrite((pageOfLinks() - 1) * 4096, 4096)],
]

test.each(damages)(
  'F22 the data file is damaged (%s): no start, no silent repair, and a restore works',
  async (_, damage) => {
    damage()
    const left = statSync(file, { throwIfNoEntry: false }) ? readFileSync(file) : null
    const { ended, output } = spawnServer(fixture)
    expect((await ended).code).toBe(1)
    expect(output()).toContain(file)
    expect(output()).toContain('npm run admin -- restore FILE --replace')
    expect(statSync(file, { throwIfNoEntry: false }) ? readFileSync(file) : null).toEqual(left)

    // A damaged library does not count as an empty one.
    if (left)
      expect(await admin(fixture, 'restore', backup)).toMatchObject({ code: left.length === 0 ? 0 : 1 })
    expect(await admin(fixture, 'restore', backup, '--replace')).toMatchObject({ code: 0 })
    const server = await fixture.start()
    expect((await ada.at(server.origin).call(listDashboardLinks, {})).total).toBe(links)
    expect(await fixture.wrong()).toEqual([])
    await server.end('SIGTERM')
    expect(existsSync(`${file}-wal`)).toBe(false)
    copyFileSync(intact, file)
  },
)
