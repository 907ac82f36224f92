import { cancelUpload, finishUpload } from '@nestmark/contract/files'
import { createCollection } from '@nestmark/contract/collections'
import { deleteLinks, saveLink, updateLink } from '@nestmark/contract/links/links'
import { setPermissions } from '@nestmark/contract/sharing/share'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkIntegrity } from '../../../db/integrity.ts'
import { startApp, type TestApp } from '../../../test/support/app.ts'
import { beginUpload, saveFile, sendParts, toAudio, uploadFile } from '../../../test/support/files.ts'
import { filesRead } from '../../../test/support/jobs.ts'
import { signIn, toOutcome } from '../../../test/support/people.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

test('U06 C05 uploads, saves, edits and deletions of the same bytes at the same time keep the counters exact', async () => {
  const [ada, willem] = [await signIn(app, 'ada', 2), await signIn(app, 'willem', 2)]
  const parent = (await ada.call(createCollection, { name: 'Shared' }))._id
  await ada.call(setPermissions, { folder_id: parent, read: 1, write: 1, write_members: [willem.id] })
  const bytes = toAudio(1000)
  for (let round = 0; round < 6; round++) {
    await filesRead(app)
    app.clock.now += 600_000
    const begun = await Promise.all(
      [ada, willem, ada, willem].map(async person => {
        const upload = await beginUpload(person, bytes.length, { parent })
        await sendParts(app, person, upload, bytes)
        return { person, upload_id: upload.upload_id }
      }),
    )
    const file = await uploadFile(app, ada, bytes, { parent })
    const links = await Promise.all([1, 2, 3].map(() => saveFile(app, willem, bytes, { parent })))
    const form = { name: 'Raced', category: 5, parent, s3_key: [{ file }] }
    const outcomes = await Promise.all([
      ...begun.map(({ person, upload_id }) => toOutcome(person.call(finishUpload, { upload_id }))),
      toOutcome(begun[0]!.person.call(cancelUpload, { upload_id: begun[0]!.upload_id })),
      toOutcome(ada.call(saveLink, form)),
      toOutcome(ada.call(saveLink, form)),
      toOutcome(ada.call(cancelUpload, { upload_id: file.slice(0, 22) })),
      toOutcome(ada.call(deleteLinks, { linkIdArr: [links[0]!._id] })),
      toOutcome(ada.call(deleteLinks, { linkIdArr: links.map(link => link._id) })),
      toOutcome(willem.call(updateLink, { link_id: links[1]!._id, category: 4 })),
    ])
    const expected = ['done', 'files.uploadNotFound', 'links.notFound']
    expect(outcomes.filter(outcome => !expected.includes(outcome))).toEqual([])
    // Of two saves and a cancellation of one upload one wins.
    const [first, second, cancelled] = outcomes.slice(5, 8)
    expect([first, second, cancelled].filter(each => each === 'done').length).toBe(1)
    await filesRead(app)
    expect((await checkIntegrity(app.services.db, app.clock.now)).findings).toEqual([])
  }
})
