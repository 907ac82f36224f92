import { downloadUrl } from '@nestmark/contract/files'
import { copyCollection, createCollection } from '@nestmark/contract/collections'
import { trashLinks } from '@nestmark/contract/links/links'
import {
  getStorageDetails,
  listStoredLinks,
  removeStoredFiles,
  restoreStoredFiles,
  type StoredSet,
} from '@nestmark/contract/storage'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../../db/db.ts'
import { checkIntegrity } from '../../db/integrity.ts'
import { setOpened } from '../../db/statements/recordedTimes.ts'
import { createTimeRecorder } from '../../db/writes/timeRecorder.ts'
import { startApp, type TestApp } from '../../test/support/app.ts'
import { saveFile, toAudio } from '../../test/support/files.ts'
import { filesRead, previewsMade, waitForEnd } from '../../test/support/jobs.ts'
import { type Person, signIn } from '../../test/support/people.ts'
import { createLargePhoto } from '../../test/support/pictureSamples.ts'

let app: TestApp
let ada: Person
beforeAll(async () => {
  app = await startApp()
})
afterEach(async () => {
  await filesRead(app)
  expect((await checkIntegrity(app.services.db, app.clock.now)).findings).toEqual([])
})
afterAll(() => app.stop())

const day = 24 * 3_600_000
const unopened = async (person = ada) => (await person.call(getStorageDetails, {})).unopened
const listed = async (from: StoredSet[], person = ada) =>
  (await person.call(listStoredLinks, { from })).links.map(link => [link.name, link.bytes])

/** Requests a file as a player or a download does. */
async function open(id: string, headers: Record<string, string> = {}, method = 'GET', type?: 'preview') {
  const { url } = await ada.call(downloadUrl, { link_id: id, ...(type && { type }) })
  const answer = await fetch(app.origin + url, { headers, method })
  await answer.arrayBuffer()
  await app.services.openedFiles.flush()
  return answer.status
}

/** Moves the clock. The sessions stay valid. */
async function skip(ms: number): Promise<void> {
  app.clock.now += ms
  await app.services.db.write(tx =>
    tx
      .updateTable('session')
      .set({ expiresAt: app.clock.now + 30 * day })
      .execute(),
  )
}

async function openedAt(linkId: string, kind = 'file'): Promise<(number | null)[]> {
  const rows = await app.services.db.read
    .selectFrom('files')
    .select('opened_at')
    .where('link_id', '=', linkId)
    .where('kind', '=', kind as 'file')
    .execute()
  return rows.map(row => row.opened_at)
}

describe('UPL-09 opening a file', () => {
  test('downloads, ranges and known bytes count once a day; the headers alone and unavailable ranges do not', async () => {
    ada = await signIn(app, 'ada', 2)
    const { _id: id } = await saveFile(app, ada, toAudio(5000))
    expect(await openedAt(id)).toEqual([null])
    expect(await open(id, {}, 'HEAD')).toBe(200)
    expect(await open(id, { range: 'bytes=5000-' })).toBe(416)
    expect(await openedAt(id)).toEqual([null])
    const first = app.clock.now
    expect(await open(id, { range: 'bytes=100-199' })).toBe(206)
    expect(await openedAt(id)).toEqual([first])
    app.clock.now += day - 1
    expect(await open(id)).toBe(200)
    expect(await openedAt(id)).toEqual([first])
    app.clock.now += 1
    expect(await open(id)).toBe(200)
    expect(await openedAt(id)).toEqual([app.clock.now])
    const { url } = await ada.call(downloadUrl, { link_id: id })
    const etag = (await fetch(app.origin + url)).headers.get('etag')!
    app.clock.now += day
    expect(await open(id, { 'if-none-match': etag })).toBe(304)
    expect(await openedAt(id)).toEqual([app.clock.now])
  })

  test('the preview of a picture counts', async () => {
    const photo = await createLargePhoto(2250, 1500)
    const { _id: id } = await saveFile(app, ada, photo, { type: 'image/jpeg', name: 'Ridge.jpeg' })
    await filesRead(app)
    await previewsMade(app)
    expect(await open(id, {}, 'GET', 'preview')).toBe(200)
    expect(await openedAt(id)).toEqual([app.clock.now])
  })

  test('stores opened files together, after a failure again; skips a removed file and an unknown one', async () => {
    const ids: string[] = []
    for (const size of [1000, 1100, 1200]) ids.push((await saveFile(app, ada, toAudio(size)))._id)
    await filesRead(app)
    const files = await app.services.db.read
      .selectFrom('files')
      .select(['id', 'link_id'])
      .where('link_id', 'in', ids)
      .execute()
    const { db } = app.services
    const writes: boolean[] = []
    let isAway = true
    const counted: Db = {
      ...db,
      write: work => {
        writes.push(!isAway)
        return isAway ? Promise.reject(new Error('away')) : db.write(work)
      },
    }
    const errors: unknown[] = []
    const recorder = createTimeRecorder(
      { db: counted, now: () => app.clock.now },
      { write: setOpened, minMs: day, onError: error => errors.push(error) },
    )
    for (const { id } of [...files, ...files]) recorder.add(id, null)
    recorder.add('unknown', null)
    recorder.add('today', app.clock.now - day + 1)
    expect(writes).toEqual([])
    await recorder.flush()
    expect([writes, errors.length]).toEqual([[false], 1])
    const { undo } = await ada.call(removeStoredFiles, { linkIdArr: [ids[0]!], what: 'files' })
    isAway = false
    await recorder.stop()
    await recorder.flush()
    expect(writes).toEqual([false, true])
    await ada.call(restoreStoredFiles, { undo: undo! })
    expect(await Promise.all(ids.map(id => openedAt(id)))).toEqual([[null], [app.clock.now], [app.clock.now]])
  })
})

describe('UPL-09 files nobody opened for a year', () => {
  test('counts them from the upload, lists them before it removes them, and restores them', async () => {
    ada = await signIn(app, 'eva', 2)
    const never = await saveFile(app, ada, toAudio(3000), { name: 'Never' })
    const opened = await saveFile(app, ada, toAudio(2000), { name: 'Opened' })
    const trashed = await saveFile(app, ada, toAudio(1000), { name: 'Trashed' })
    await ada.call(trashLinks, { linkIdArr: [trashed._id] })
    await skip(364 * day)
    await open(opened._id)
    const late = await saveFile(app, ada, toAudio(500), { name: 'Late' })
    expect(await unopened()).toEqual({ links: 0, files: 0, bytes: 0 })
    await skip(day)
    expect(await unopened()).toEqual({ links: 1, files: 1, bytes: 3000 })
    expect(await listed(['unopened'])).toEqual([['Never', 3000]])
    expect(await listed(['unopened', 'trash'])).toEqual([
      ['Never', 3000],
      ['Trashed', 1000],
    ])
    expect(await listed(['oldCopies', 'captures'])).toEqual([])
    const done = await ada.call(removeStoredFiles, { from: 'unopened' })
    expect(done).toMatchObject({ changed: 1, bytes: 3000, next: null })
    expect(await unopened()).toEqual({ links: 0, files: 0, bytes: 0 })
    await ada.call(restoreStoredFiles, { undo: done.undo! })
    expect(await unopened()).toEqual({ links: 1, files: 1, bytes: 3000 })

    // A file that was opened a moment ago stays, although its opening is not stored yet.
    const { url } = await ada.call(downloadUrl, { link_id: never._id })
    await (await fetch(app.origin + url)).arrayBuffer()
    expect(await ada.call(removeStoredFiles, { from: 'unopened' })).toMatchObject({ changed: 0, bytes: 0 })
    await skip(364 * day)
    expect((await listed(['unopened'])).map(([name]) => name)).toEqual(['Opened', 'Late'])
    await skip(day)
    expect((await listed(['unopened'])).map(([name]) => name)).toEqual(['Never', 'Opened', 'Late'])
    expect(late.size).toBe(500)
  })

  test('a copy of a file counts from the time of the copy', async () => {
    ada = await signIn(app, 'nora', 2)
    const { _id: parent } = await ada.call(createCollection, { name: 'Sounds' })
    const { _id: id } = await saveFile(app, ada, toAudio(3000), { parent })
    await open(id)
    await filesRead(app)
    await skip(300 * day)
    const { job } = await ada.call(copyCollection, { folder_id: parent })
    await waitForEnd(ada, job)
    const { links } = await ada.call(listStoredLinks, {})
    const copy = links.find(link => link._id !== id)!
    expect(await openedAt(copy._id)).toEqual([null])
    await skip(100 * day)
    expect(await unopened()).toEqual({ links: 1, files: 1, bytes: 3000 })
  })
})
