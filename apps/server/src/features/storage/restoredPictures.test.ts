import { downloadUrl } from '@nestmark/contract/files'
import { getLink } from '@nestmark/contract/links/links'
import { removeStoredFiles, restoreStoredFiles } from '@nestmark/contract/storage'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkIntegrity } from '../../db/integrity.ts'
import { startApp, type TestApp } from '../../test/support/app.ts'
import { saveFile } from '../../test/support/files.ts'
import { filesRead, previewsMade } from '../../test/support/jobs.ts'
import { type Person, signIn } from '../../test/support/people.ts'
import { createLargePhoto } from '../../test/support/pictureSamples.ts'

let app: TestApp
let ada: Person
let id: string
beforeAll(async () => {
  app = await startApp()
  ada = await signIn(app, 'ada', 2)
  const photo = await createLargePhoto(2250, 1500)
  id = (await saveFile(app, ada, photo, { type: 'image/jpeg', name: 'Mont Blanc.jpeg' }))._id
  await untilRead()
})
afterAll(() => app.stop())

async function untilRead(): Promise<void> {
  await filesRead(app)
  await previewsMade(app)
}

/** Removes the picture and restores it, and waits for the jobs. */
async function removeAndRestore(): Promise<void> {
  const { undo } = await ada.call(removeStoredFiles, { linkIdArr: [id], what: 'files' })
  await untilRead()
  await ada.call(restoreStoredFiles, { undo: undo! })
  await untilRead()
}
const shownType = async () => (await ada.call(downloadUrl, { link_id: id, type: 'preview' })).type
const state = async () => (await ada.call(getLink, { link_id: id })).link.media?.state

test('UPL-02 a restored picture gets a preview, when its bytes had none as a thumbnail', async () => {
  await app.services.db.write(async tx => {
    await tx.deleteFrom('blobs').where('preview_of', 'is not', null).execute()
    await tx.updateTable('blobs').set({ previewed: 1 }).execute()
  })
  expect(await shownType()).toBe('file')
  await removeAndRestore()
  expect(await shownType()).toBe('preview')
  expect((await checkIntegrity(app.services.db, app.clock.now)).findings).toEqual([])
})

test('UPL-02 reads a restored picture that a user removed before its first reading', async () => {
  await app.services.db.write(tx => tx.updateTable('files').set({ state: 'working' }).execute())
  await removeAndRestore()
  expect(await state()).toBe('ready')
})
