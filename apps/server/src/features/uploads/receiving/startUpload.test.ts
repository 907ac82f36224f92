import { createCollection } from '@nestmark/contract/collections'
import { cancelUpload, finishUpload, getUpload, startUpload } from '@nestmark/contract/files'
import { setPermissions } from '@nestmark/contract/sharing/share'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkIntegrity } from '../../../db/integrity.ts'
import { startApp, type TestApp } from '../../../test/support/app.ts'
import { beginUpload, sendPart, toAudio } from '../../../test/support/files.ts'
import { type Person, signIn, toOutcome } from '../../../test/support/people.ts'
import { sweep } from '../storage/sweepFiles.job.ts'

let app: TestApp
let ada: Person
beforeAll(async () => {
  app = await startApp()
  ada = await signIn(app, 'ada', 2)
})
afterAll(async () => {
  expect((await checkIntegrity(app.services.db, app.clock.now)).findings).toEqual([])
  await app.stop()
})

test('UPL-02 rejects a request key of an upload for another one', async () => {
  const type = 'audio/mpeg'
  const form = { name: 'a.mp3', size: 100, content_type: type, request_key: 'reused' }
  const started = await ada.call(startUpload, form)
  const eve = await signIn(app, 'evelyn', 2)
  const parent = (await eve.call(createCollection, { name: 'Shared' }))._id
  await eve.call(setPermissions, { folder_id: parent, read: 1, write: 1, write_members: [ada.id] })
  for (const other of [
    { name: 'b.mp3' },
    { size: 101 },
    { content_type: 'audio/ogg' },
    { purpose: 'thumb' as const },
    { parent },
    // Another one of the same owner.
    { parent: (await ada.call(createCollection, { name: 'Other' }))._id },
  ])
    await expect(ada.call(startUpload, { ...form, ...other })).rejects.toMatchObject({
      status: 409,
      code: 'request.keyReused',
    })
  const same = { ...form, content_type: `${type}; codecs=mp3`, parent: ada.rootId }
  expect(await ada.call(startUpload, same)).toEqual(started)
  // Two calls with one key at the same time, one of them another upload.
  const race = (name: string) => toOutcome(ada.call(startUpload, { ...form, name, request_key: 'raced' }))
  const outcomes = await Promise.all([race('a.mp3'), race('b.mp3')])
  expect(outcomes.sort()).toEqual(['done', 'request.keyReused'])
  // The key of another person is another key.
  expect((await eve.call(startUpload, form)).upload_id).not.toBe(started.upload_id)
})

test('F16 reports an upload that ended by time as expired, and its key starts another one after the sweep', async () => {
  const form = { name: 'a.mp3', size: 1000, content_type: 'audio/mpeg', request_key: 'late' }
  const upload = await ada.call(startUpload, form)
  const bytes = toAudio(1000)
  await sendPart(app, ada, upload, 1, bytes)
  app.clock.now += 86_400_000
  const [expired, ofKey] = [{ state: 'expired' }, { upload_id: upload.upload_id, state: 'expired' }]
  const { upload_id } = upload
  expect(await ada.call(getUpload, { upload_id })).toMatchObject(expired)
  expect(await toOutcome(ada.call(finishUpload, { upload_id }))).toBe('files.uploadNotFound')
  // Another start of the same owner ends it.
  await beginUpload(ada, 1000)
  expect(await ada.call(startUpload, form)).toMatchObject(ofKey)
  expect(await ada.call(getUpload, { upload_id })).toMatchObject(expired)
  expect((await sendPart(app, ada, upload, 1, bytes)).status).toBe(404)
  await sweep(app.services)
  const next = await ada.call(startUpload, form)
  expect([next.upload_id === upload_id, next.state, next.parts]).toEqual([false, 'open', []])
  await ada.call(cancelUpload, { upload_id: next.upload_id })
  expect(await ada.call(startUpload, form)).toMatchObject({ state: 'cancelled' })
})
