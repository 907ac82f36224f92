import { createCollection } from '@nestmark/contract/collections'
import { updateEnc } from '@nestmark/contract/encryption/encryption'
import { deleteLinks } from '@nestmark/contract/links/links'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { checkIntegrity } from '../../../db/integrity.ts'
import type { MediaProcesses } from '../../../media/mediaProcesses.ts'
import { startApp, type TestApp } from '../../../test/support/app.ts'
import { saveFile } from '../../../test/support/files.ts'
import { filesRead, passToRetry, previewsMade } from '../../../test/support/jobs.ts'
import { type Person, signIn } from '../../../test/support/people.ts'
import { createLargePhoto } from '../../../test/support/pictureSamples.ts'
import { waitForReading } from '../../../test/support/reading.ts'
import { giveKey, sealLink } from '../../encryption/fixture.testing.ts'
import { sealUploads, uploadSealed } from '../../encryption/links/sealedFiles.testing.ts'
import { listUnpreviewed } from './previewStore.ts'
import { sweep } from '../storage/sweepFiles.job.ts'

let app: TestApp
let ada: Person
let photo: Buffer
let media: MediaProcesses
beforeAll(async () => {
  app = await startApp()
  photo = await createLargePhoto(2300, 1200)
  media = app.services.media
})
afterAll(() => app.stop())
beforeEach(async () => {
  app.services.media = media
  ada = await signIn(app, 'ada', 2)
})

async function listStored(): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of app.services.fileStore.list()) keys.push(key)
  return keys.sort()
}

/** Runs something when a preview was created, before it is stored. */
function whenCreated(run: () => Promise<void>): void {
  app.services.media = {
    async run(task, file, options) {
      const result = await media.run(task, file, options)
      if (task === 'preview') await run()
      return result
    },
  }
}

async function inOrder(): Promise<void> {
  expect((await checkIntegrity(app.services.db, app.clock.now)).findings).toEqual([])
}

describe('UPL-02 previews when something happens concurrently', () => {
  test('E02 leaves nothing of a picture that a user encrypts during the making of its preview', async () => {
    const folder = (await ada.call(createCollection, { name: 'Secrets' }))._id
    const key = await giveKey(ada, folder)
    const before = await listStored()
    let made = 0
    let id = ''
    whenCreated(async () => {
      made++
      await expect.poll(() => id).not.toBe('')
      const uploads = [await uploadSealed(app, ada, photo, { parent: folder })]
      const s3_key = await sealUploads(key, id, uploads)
      await ada.call(updateEnc, { links: [{ ...(await sealLink(key, id, { name: 'Peak' })), s3_key }] })
      await sweep(app.services)
    })
    const saved = await saveFile(app, ada, photo, { type: 'image/jpeg', name: 'Peak.jpeg', parent: folder })
    id = saved._id
    await filesRead(app)
    await previewsMade(app)
    expect(made).toBe(1)
    await sweep(app.services)
    // Only the encrypted file is added.
    expect((await listStored()).length).toBe(before.length + 1)
    await inOrder()
  })

  test('F16 leaves nothing of a picture whose deletion and sweep come during the writing of its preview', async () => {
    const before = await listStored()
    const { fileStore } = app.services
    const link = await saveFile(app, ada, photo, { type: 'image/jpeg', name: 'Peak.jpeg' })
    let isDeleted = false
    whenCreated(async () => {
      app.services.fileStore = {
        ...fileStore,
        async finish(...given) {
          await ada.call(deleteLinks, { linkIdArr: [link._id] })
          app.clock.now += 3_600_000
          await sweep(app.services)
          isDeleted = true
          return fileStore.finish(...given)
        },
      }
    })
    await filesRead(app)
    await previewsMade(app)
    app.services.fileStore = fileStore
    expect(isDeleted).toBe(true)
    expect(await listStored()).toEqual(before)
    await inOrder()
  })

  test.each(['ended', 'tooSlow'] as const)(
    'tries a process again that fails as %s, and gives the picture its preview',
    async failure => {
      let runs = 0
      app.services.media = {
        async run(task, file, options) {
          if (task !== 'preview' || runs++ > 0) return media.run(task, file, options)
          return { found: {}, failure }
        },
      }
      const link = await saveFile(app, ada, photo, { type: 'image/jpeg', name: 'Peak.jpeg' })
      await waitForReading(ada, link._id)
      const retry = setInterval(() => void passToRetry(app, '"blob"'), 50)
      await previewsMade(app).finally(() => clearInterval(retry))
      expect(runs).toBe(2)
      const previews = await app.services.db.read
        .selectFrom('files')
        .innerJoin('blobs as p', 'p.preview_of', 'files.blob_id')
        .select('p.state')
        .where('link_id', '=', link._id)
        .execute()
      expect(previews).toEqual([{ state: 'ready' }])
      await inOrder()
    },
  )

  test('processes pictures without previews in turns of their owners', async () => {
    const eve = await signIn(app, 'eve', 2)
    const { db } = app.services
    const other = await createLargePhoto(2300, 1201)
    for (const person of [ada, eve])
      for (const bytes of [photo, other])
        await saveFile(app, person, bytes, { type: 'image/jpeg', name: 'Peak.jpeg' })
    await filesRead(app)
    await previewsMade(app)
    await db.write(async tx => {
      await tx.updateTable('blobs').set({ previewed: 0 }).where('owner_id', 'in', [ada.id, eve.id]).execute()
    })
    const listed = await listUnpreviewed(db.read, 2)
    expect(listed.map(each => each.owner_id).sort()).toEqual([ada.id, eve.id].sort())
    await db.write(async tx => {
      await tx.updateTable('blobs').set({ previewed: 1 }).where('owner_id', 'in', [ada.id, eve.id]).execute()
    })
  })
})
