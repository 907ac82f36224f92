import { getCopy } from '@nestmark/contract/reading/copies'
import { undo } from '@nestmark/contract/jobs'
import { startImport } from '@nestmark/contract/transfer/importPreview'
import { exportLibrary } from '@nestmark/contract/transfer/libraryExport'
import { saveLink } from '@nestmark/contract/links/links'
import { searchLibrary } from '@nestmark/contract/search/search'
import { emptyTrash } from '@nestmark/contract/trash'
import type { LibraryFileEntry } from '@nestmark/core/libraryFile/schema'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { enforceQuotas } from '../../access/planQuotas.ts'
import { startApp, type TestApp } from '../../test/support/app.ts'
import { saveFile, toAudio, toGif } from '../../test/support/files.ts'
import { stopIntact, waitForEnd } from '../../test/support/jobs.ts'
import { packZip } from '../../test/support/packZip.ts'
import { type Person, signIn } from '../../test/support/people.ts'
import { unzip } from '../../test/support/zip.ts'
import { sweep } from '../uploads/storage/sweepFiles.job.ts'
import { importBytes } from '../importExport/files/files.testing.ts'
import { deleteOldPreviewFiles } from '../importExport/preview/previewStore.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ copies: 'full' })
})
afterAll(() => stopIntact(app))

async function exportZip(who: Person): Promise<Buffer> {
  const answer = await fetch(app.origin + (await who.call(exportLibrary, {})).url)
  return Buffer.from(await answer.arrayBuffer())
}

async function archivePage(who: Person, url: string): Promise<void> {
  const words = 'The avocet sweeps its bill through the mud and finds its food by touch. '.repeat(20)
  const body = new FormData()
  body.append(
    'file',
    new Blob([`<!doctype html><title>Birds</title><article><p>${words}</p></article>`]),
    'a.html',
  )
  body.append('url', url)
  const headers = { authorization: `Bearer ${who.token}` }
  const answer = await fetch(`${app.origin}/api/keep-page-file`, { method: 'POST', headers, body })
  expect(answer.status).toBe(200)
}

/** Returns the bytes of the files of a ZIP, as text. */
async function filesIn(zip: Buffer): Promise<string[]> {
  const files = await unzip(zip, path => path.includes('/'))
  return [...files.values()].map(({ bytes }) => bytes.toString('base64')).toSorted()
}

const storedBytes = async ({ id }: Person) =>
  (
    await app.services.db.read
      .selectFrom('people')
      .select('kept_bytes')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).kept_bytes

test('IO-03 IO-02 the ZIP of everything brings files and copies along, once, and its undo takes them away', async () => {
  const [ada, bob] = [await signIn(app, 'ada', 2), await signIn(app, 'bob', 2)]
  await saveFile(app, ada, toAudio(2000), { name: 'Heron.mp3' })
  const address = 'https://birds.example/avocet'
  await ada.call(saveLink, { name: 'Avocets', link: address, category: 3 })
  await archivePage(ada, address)
  const zip = await exportZip(ada)

  const { job, report } = await importBytes(app, bob, zip)
  expect(report).toMatchObject({
    format: 'nestmarkJson',
    links: 2,
    files: 3,
    filesLeft: 0,
    skipped: 0,
    rows: [],
  })
  expect(await filesIn(await exportZip(bob))).toEqual(await filesIn(zip))
  // The words of the page are found, and the reader has its version.
  const { links } = await bob.call(searchLibrary, { input: 'sweeps' })
  expect(links.map(link => link.name)).toEqual(['Avocets'])
  expect(await bob.call(getCopy, { link_id: links[0]!._id })).toMatchObject({
    state: 'kept',
    versions: [{ number: 1, title: 'Birds' }],
  })
  // The same file again adds nothing, and names each file that it does not import.
  const again = await importBytes(app, bob, zip)
  expect(again.report).toMatchObject({ links: 0, files: 0, filesLeft: 3 })
  expect(again.report!.rows.map(row => row.reason)).toContain(
    'Its link was not imported, or was here already',
  )

  expect(await storedBytes(bob)).toBe(await storedBytes(ada))
  const undone = await bob.call(undo, { undo: job })
  if (undone.job) await waitForEnd(bob, undone.job)
  const emptied = await bob.call(emptyTrash, { type: 2 })
  if (emptied.job) await waitForEnd(bob, emptied.job)
  expect(await storedBytes(bob)).toBe(0)
})

const at = Date.UTC(2026, 10, 25)
const head = { format: 'nestmark-library', version: 1, server: '', exported_at: at, collections: [] }
const sound = (path: string, more: Partial<LibraryFileEntry> = {}) =>
  ({ kind: 'file', number: 0, name: 'a.mp3', media_type: 'audio/mpeg', path, saved_at: at, ...more }) as const
const link = (title: string, files: readonly object[], more: object = {}) => ({
  id: title,
  title,
  address: '',
  description: 'A text',
  category: 5,
  created_at: at,
  files,
  ...more,
})

/** Makes a ZIP of everything. */
const pack = (links: readonly object[], files: Readonly<Record<string, string | Buffer>>) =>
  packZip({ 'nestmark.json': JSON.stringify({ ...head, links }), ...files })

/** Imports a ZIP into a new account. Returns the links, and the reason of each file that is left out. */
async function importZip(zip: Buffer, plan: 1 | 2 = 2) {
  const who = await signIn(app, 'eve', plan)
  const { state, report } = await importBytes(app, who, zip)
  const { links, files, filesLeft, rows } = report!
  return { who, state, links, files, filesLeft, rows: rows.map(({ title, reason }) => `${title}: ${reason}`) }
}

test('I06 IO-03 names hostile files of a ZIP with the reason, and imports the good ones', async () => {
  const zeros = Buffer.concat([toGif('a'), Buffer.alloc(6_000_000)])
  const good = toAudio(100)
  const zip = await pack(
    [
      link('Outside', [sound('../../etc/passwd')]),
      link('Page', [sound('files/page.mp3')]),
      link('Missing', [sound('files/missing.mp3')]),
      link('Other', [sound('files/good.mp3')], { category: 1 }),
      link('Wrong', [{ kind: 'what', number: -1, path: 'files/kind' }, []]),
      link('Sealed', [sound('encrypted-files/1', { sealed: 'envelope' })]),
      link('Bomb', [sound('files/bomb.txt', { media_type: 'image/gif' })], { category: 1 }),
      link('Twice', [sound('files/good.mp3'), sound('files/second.mp3')]),
      link('Twice', [sound('files/third.mp3')]),
      link('Copy', [sound('pages/a.html', { kind: 'copy', media_type: 'text/html' })]),
    ],
    {
      '../../etc/passwd': good,
      'files/page.mp3': '<script>alert(1)</script>'.repeat(10),
      'files/good.mp3': good,
      'files/kind': 'x',
      'encrypted-files/1': 'x',
      'files/bomb.txt': zeros,
      'files/second.mp3': toAudio(200),
      'files/third.mp3': toAudio(300),
      'pages/a.html': '<p>Text',
      'files/nobody/1': 'x',
      'files/nobody/2': 'x',
    },
  )
  const { state, links, files, filesLeft, rows } = await importZip(zip)
  expect({ state, links, rows }).toEqual({
    state: 'done',
    links: 10,
    rows: [
      'files/page.mp3: This file isn’t of the type that it should be',
      'files/missing.mp3: This file is missing in the ZIP',
      'files/good.mp3: This file isn’t of the type that it should be',
      'files/kind: This file isn’t of the type that it should be',
      'encrypted-files/1: This file is encrypted: only its key opens it',
      'files/bomb.txt: This file in the ZIP is too large',
      'files/second.mp3: This file isn’t of the type that it should be',
      'files/third.mp3: Its link was not imported, or was here already',
      'pages/a.html: This file isn’t of the type that it should be',
      'files/nobody/: 2 files in the ZIP are not imported',
    ],
  })
  // ../../etc/passwd is only a name here; files/good.mp3 belongs to two links.
  expect([files, filesLeft]).toEqual([2, 11])
})

test('F16 IO-03 imports what came before the end of a ZIP that breaks off, and names the place', async () => {
  const whole = await pack([link('One', [sound('files/1.mp3')]), link('Two', [sound('files/2.mp3')])], {
    'files/1.mp3': toAudio(500),
    'files/2.mp3': toAudio(500),
  })
  const { state, links, files, rows } = await importZip(
    whole.subarray(0, whole.indexOf('files/2.mp3', 1000) + 100),
  )
  expect({ state, links, files, rows }).toEqual({
    state: 'done',
    links: 2,
    files: 1,
    rows: [
      'nestmark.json: The file breaks off here; links may be missing after this one',
      'files/2.mp3: This file in the ZIP is damaged',
    ],
  })
  const data = await importZip(whole.subarray(0, whole.indexOf('"Two"') + 2))
  expect(data).toMatchObject({ state: 'done', links: 1, files: 0 })
})

test('IO-03 names files without room in the plan, and saves their links', async () => {
  enforceQuotas(true)
  try {
    const zip = await pack([link('One', [sound('files/1.mp3')])], { 'files/1.mp3': toAudio(5000) })
    const who = await signIn(app, 'eve', 1)
    const fill = (by: number) =>
      app.services.db.write(tx =>
        tx.updateTable('people').set({ kept_bytes: by }).where('id', '=', who.id).execute(),
      )
    await fill(100_000_000 - 4000)
    const { state, report } = await importBytes(app, who, zip)
    await fill(0)
    expect({
      state,
      links: report!.links,
      files: report!.files,
      rows: report!.rows.map(row => row.reason),
    }).toEqual({
      state: 'done',
      links: 1,
      files: 0,
      rows: ['There was no room for this file'],
    })
  } finally {
    enforceQuotas(false)
  }
})

test('IO-01 F16 the ZIP of a preview stays in the store for its day, and the import reads it from there', async () => {
  const zip = await pack([link('One', [sound('files/1.mp3')])], { 'files/1.mp3': toAudio(500) })
  const who = await signIn(app, 'eve', 2)
  const has = async (job: string) => (await app.services.fileStore.readSize(job)) !== null
  const pass = async (hours: number) => {
    app.clock.now += hours * 3_600_000
    await app.services.db.write(tx => deleteOldPreviewFiles(tx, app.clock.now))
    await app.services.db.write(tx => tx.updateTable('file_store').set({ listed_at: 0 }).execute())
    await sweep(app.services)
  }
  const first = await importBytes(app, who, zip, { preview: '1' })
  expect(first.report).toMatchObject({ links: 1, preview: { folders: 0 } })
  await pass(3)
  expect(await has(first.job)).toBe(true)
  await who.call(startImport, { job: first.job })
  expect((await waitForEnd(who, first.job)).report).toMatchObject({ links: 1, files: 1, filesLeft: 0 })
  expect(await has(first.job)).toBe(false)

  const second = await importBytes(app, who, zip, { preview: '1' })
  await pass(25)
  expect(await has(second.job)).toBe(false)
})
