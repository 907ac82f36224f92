import { once } from 'node:events'
import { rmSync, symlinkSync, truncateSync } from 'node:fs'
import { get as httpGet, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import * as contract from '@nestmark/contract/transfer/libraryExport'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/support/app.ts'
import { saveFile, toAudio } from '../../test/support/files.ts'
import { filesRead } from '../../test/support/jobs.ts'
import { type Person, signIn } from '../../test/support/people.ts'
import { unzip } from '../../test/support/zip.ts'

let app: TestApp
let ada: Person
let names = 0
beforeAll(async () => {
  app = await startApp({ exportStalledMs: 2000 })
})
beforeEach(async () => {
  ada = await signIn(app, `ada${++names}`, 2)
})
afterAll(() => app.stop())

const state = async () => (await ada.call(contract.getLibraryExport, {})).state
const countRunning = () => app.services.exports.counts().running

/** Begins the download of an export without reading it. */
async function open(): Promise<IncomingMessage> {
  const request = httpGet(app.origin + (await ada.call(contract.exportLibrary, {})).url)
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  return response
}

/** Returns the path of the object of a link's file. */
async function pathOf(linkId: string): Promise<string> {
  const { blob_id: key } = await app.services.db.read
    .selectFrom('files')
    .select('blob_id')
    .where('link_id', '=', linkId)
    .executeTakeFirstOrThrow()
  return join(app.services.config.files.folder, key.slice(0, 2), key.slice(2, 4), key)
}

const withoutDigits = (path: string) => path.replace(/ ~\w+/, '')

test('IO-02 disconnects a stalled client, and releases its slot', async () => {
  await saveFile(app, ada, toAudio(30_000_000))
  const response = await open()
  expect(countRunning()).toBe(1)
  await expect.poll(countRunning).toBe(0)
  await expect(buffer(response)).rejects.toThrow()
  await expect.poll(state).toBe('failed')
  app.clock.now += 5 * 60_000
  const again = await unzip(await buffer(await open()))
  expect([...again.keys()].filter(path => path.endsWith('.mp3'))).toHaveLength(1)
})

test('F24 lists a file that someone truncates while the export reads it, and completes the others', async () => {
  const first = await saveFile(app, ada, toAudio(30_000_000), { name: 'Cut.mp3' })
  const intact = toAudio(5000)
  await saveFile(app, ada, intact, { name: 'Intact.mp3' })
  await filesRead(app)
  const path = await pathOf(first._id)
  const response = await open()
  truncateSync(path, 20_000_000)
  const files = await unzip(await buffer(response))
  const byName = new Map([...files].map(([name, file]) => [withoutDigits(name), file]))
  expect(byName.get('files/Cut.mp3')!.bytes.length).toBe(20_000_000)
  expect(byName.get('files/Intact.mp3')!.bytes.equals(intact)).toBe(true)
  const missing = byName.get('missing-files.txt')!.bytes.toString()
  expect(missing).toMatch(/files\/Cut ~\w+\.mp3: parts of the file are lost/)
  expect(missing).not.toContain('Intact')
  await expect.poll(state).toBe('done')
})

test.skipIf(process.platform !== 'linux')(
  'F24 lists a file that the disk cannot read, and does not end the export',
  async () => {
    const damaged = await saveFile(app, ada, toAudio(4000), { name: 'Damaged.mp3' })
    await saveFile(app, ada, toAudio(5000), { name: 'Intact.mp3' })
    await filesRead(app)
    const path = await pathOf(damaged._id)
    rmSync(path)
    // The kernel answers a read at its beginning with EIO, as for a damaged block.
    symlinkSync('/proc/self/mem', path)
    const files = await unzip(await buffer(await open()))
    const byName = new Map([...files].map(([name, file]) => [withoutDigits(name), file]))
    expect(byName.get('files/Intact.mp3')!.bytes.length).toBe(5000)
    expect(byName.get('missing-files.txt')!.bytes.toString()).toMatch(
      /files\/Damaged ~\w+\.mp3: parts of the file are lost/,
    )
    await expect.poll(state).toBe('done')
  },
)
