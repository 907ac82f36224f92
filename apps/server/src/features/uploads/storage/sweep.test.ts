import { getUpload } from '@nestmark/contract/files'
import { deleteLinks, getLink } from '@nestmark/contract/links/links'
import { getStorage } from '@nestmark/contract/session'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkIntegrity } from '../../../db/integrity.ts'
import { newId } from '../../../db/newId.ts'
import { startApp, type TestApp } from '../../../test/support/app.ts'
import { beginUpload, saveFile, sendPart, toAudio, uploadFile } from '../../../test/support/files.ts'
import { filesRead } from '../../../test/support/jobs.ts'
import { type Person, signIn, toOutcome } from '../../../test/support/people.ts'
import { sweep } from './sweepFiles.job.ts'
import { putObject } from '../../../blobStorage/testing/putObject.testing.ts'

let app: TestApp
let ada: Person
beforeAll(async () => {
  app = await startApp()
  ada = await signIn(app, 'ada', 2)
})
afterAll(() => app.stop())

const hour = 3_600_000
/** Lets time pass after the files are read: their jobs would lose their leases. */
async function pass(ms: number): Promise<void> {
  await filesRead(app)
  app.clock.now += ms
}
const storedKeys = async () => {
  const keys = new Set<string>()
  for await (const { key } of app.services.fileStore.list()) keys.add(key)
  return keys
}
const used = async () => (await ada.call(getStorage, {})).storage_used
const blobOf = async (linkId: string) =>
  (
    await app.services.db.read
      .selectFrom('files')
      .select('blob_id')
      .where('link_id', '=', linkId)
      .executeTakeFirstOrThrow()
  ).blob_id

test('F16 removes the object of a deleted file an hour later, and never earlier', async () => {
  const link = await saveFile(app, ada, toAudio(1000))
  const stays = await saveFile(app, ada, toAudio(1000))
  const [blob, other] = [await blobOf(link._id), await blobOf(stays._id)]
  await ada.call(deleteLinks, { linkIdArr: [link._id] })
  await pass(hour - 1)
  await sweep(app.services)
  expect((await storedKeys()).has(blob)).toBe(true)
  await pass(1)
  await sweep(app.services)
  await sweep(app.services)
  expect([(await storedKeys()).has(blob), (await storedKeys()).has(other)]).toEqual([false, true])
  expect(
    await app.services.db.read.selectFrom('blobs').select('id').where('id', '=', blob).execute(),
  ).toEqual([])
})

test('F16 expired uploads free their bytes, and the sweep removes their parts and unclaimed files', async () => {
  const before = [await used(), await storedKeys()]
  const open = await beginUpload(ada, 9_000_000)
  await sendPart(app, ada, open, 1, toAudio(open.part_size))
  await uploadFile(app, ada, toAudio(2000))
  await pass(24 * hour - 1)
  await sweep(app.services)
  expect(await used()).toBe((before[0] as number) + 2000)
  expect(await ada.call(getUpload, { upload_id: open.upload_id })).toMatchObject({
    parts: [1],
    state: 'open',
  })
  await pass(1)
  await sweep(app.services)
  expect(await toOutcome(ada.call(getUpload, { upload_id: open.upload_id }))).toBe('files.uploadNotFound')
  await pass(hour)
  await sweep(app.services)
  expect([await used(), await storedKeys()]).toEqual(before)
  await filesRead(app)
  expect((await checkIntegrity(app.services.db, app.clock.now)).findings).toEqual([])
})

test('F16 removes objects that are not in the database after an hour, once a day', async () => {
  const { fileStore } = app.services
  await sweep(app.services)
  const stray = newId()
  await putObject(fileStore, stray, toAudio(100))
  const uploadId = await fileStore.begin(newId())
  const known = await storedKeys()
  await pass(24 * hour)
  await sweep(app.services)
  const left = await storedKeys()
  expect([known.has(stray), left.has(stray), left.has(uploadId)]).toEqual([true, false, false])
  expect(left.size).toBe(known.size - 2)
  await putObject(fileStore, stray, toAudio(100))
  await pass(hour)
  await sweep(app.services)
  expect((await storedKeys()).has(stray)).toBe(true)
  await pass(24 * hour)
  await sweep(app.services)
  expect((await storedKeys()).has(stray)).toBe(false)
})

test('F16 marks files whose objects are missing as lost once a day, until the objects are there again', async () => {
  const { fileStore } = app.services
  const bytes = toAudio(1000)
  const link = await saveFile(app, ada, bytes)
  const stays = await saveFile(app, ada, toAudio(1000))
  await pass(2 * hour)
  const blob = await blobOf(link._id)
  const stateOf = async (id: string) => (await ada.call(getLink, { link_id: id })).link.media?.state
  const ready = await stateOf(link._id)
  await fileStore.remove([blob])
  await pass(24 * hour)
  expect(await sweep(app.services)).toBe(1)
  expect([await stateOf(link._id), await stateOf(stays._id)]).toEqual(['lost', ready])
  await putObject(fileStore, blob, bytes)
  await pass(24 * hour)
  expect(await sweep(app.services)).toBe(0)
  expect(await stateOf(link._id)).toBe(ready)
})

test('F16 does not sweep a store that another library has taken', async () => {
  const { fileStore } = app.services
  const id = await fileStore.readLibrary()
  await fileStore.writeLibrary('another')
  const stray = newId()
  await putObject(fileStore, stray, toAudio(100))
  await pass(48 * hour)
  await sweep(app.services)
  expect((await storedKeys()).has(stray)).toBe(true)
  await fileStore.writeLibrary(id!)
  await sweep(app.services)
  expect((await storedKeys()).has(stray)).toBe(false)
})

test('F24 removes nothing while a backup reads the objects', async () => {
  const link = await saveFile(app, ada, toAudio(1000))
  const blob = await blobOf(link._id)
  await ada.call(deleteLinks, { linkIdArr: [link._id] })
  await pass(2 * hour)
  const hold = (held_until: number) =>
    app.services.db.write(tx => tx.updateTable('file_store').set({ held_until }).execute())
  await hold(app.clock.now + 1000)
  await sweep(app.services)
  expect((await storedKeys()).has(blob)).toBe(true)
  app.clock.now += 1000
  await sweep(app.services)
  expect((await storedKeys()).has(blob)).toBe(false)
})

test('a file whose rows were lost frees its bytes', async () => {
  const before = await used()
  const link = await saveFile(app, ada, toAudio(1000))
  await app.services.db.write(async tx => {
    await tx.deleteFrom('files').where('link_id', '=', link._id).execute()
    await tx.updateTable('links').set({ file_bytes: null }).where('id', '=', link._id).execute()
  })
  await pass(hour)
  await sweep(app.services)
  expect(await used()).toBe(before)
})
