import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { copyCollection, createCollection } from '@nestmark/contract/collections'
import { downloadUrl } from '@nestmark/contract/files'
import { deleteLinks, trashLinks } from '@nestmark/contract/links/links'
import { getStorage } from '@nestmark/contract/session'
import { makeLinkPublic, setPermissions } from '@nestmark/contract/sharing/share'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openDb } from '../../../db/openDb.ts'
import { checkIntegrity } from '../../../db/integrity.ts'
import { admin } from '../../../test/support/admin.ts'
import { ownDatabase, startApp, type TestApp } from '../../../test/support/app.ts'
import { saveFile } from '../../../test/support/files.ts'
import { filesRead, previewsMade, waitForEnd } from '../../../test/support/jobs.ts'
import { type Person, signIn } from '../../../test/support/people.ts'
import { exportLibrary } from '@nestmark/contract/transfer/libraryExport'
import {
  animatePng,
  createAnimation,
  createLargePhoto,
  drawHalves,
} from '../../../test/support/pictureSamples.ts'
import { unzip } from '../../../test/support/zip.ts'
import { waitForReading } from '../../../test/support/reading.ts'
import { scratchDir } from '../../../test/support/scratch.ts'
import { openDiskStore } from '../../../blobStorage/diskStore.ts'
import { addPreview } from './addPreview.job.ts'
import { moveFiles } from '../storage/moveFiles.ts'
import { sweep } from '../storage/sweepFiles.job.ts'

let app: TestApp
let ada: Person
let photo: Buffer
beforeAll(async () => {
  app = await startApp()
  photo = await createLargePhoto(2250, 1500)
})
afterAll(() => app.stop())
beforeEach(async () => {
  ada = await signIn(app, 'ada', 2)
})

/** Saves a picture, and waits until it is read and has its preview. */
async function savePicture(person: Person, bytes: Buffer, type = 'image/jpeg', parent?: string) {
  const link = await saveFile(app, person, bytes, { type, name: 'Mont Blanc.jpeg', parent })
  await waitForReading(person, link._id)
  await previewsMade(app)
  return link._id
}
const addressFor = (call: Person['call'], link_id: string) => call(downloadUrl, { link_id, type: 'preview' })
const get = (url: string, headers: Record<string, string> = {}) => fetch(app.origin + url, { headers })
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer())
async function sizeOf(person: Person, linkId: string) {
  const { width, height, format } = await sharp(
    await bytesOf(await get((await addressFor(person.call, linkId)).url)),
  ).metadata()
  return [width, height, format]
}
const previews = async () => {
  const { db, fileStore } = app.services
  const rows = await db.read.selectFrom('blobs').selectAll().where('preview_of', 'is not', null).execute()
  const stored = new Set<string>()
  for await (const { key } of fileStore.list()) stored.add(key)
  return rows.map(row => ({ ...row, isStored: stored.has(row.id) }))
}
const used = async (person: Person) => (await person.call(getStorage, {})).storage_used
async function inOrder(): Promise<void> {
  await filesRead(app)
  await previewsMade(app)
  expect((await checkIntegrity(app.services.db, app.clock.now)).findings).toEqual([])
}

describe('UPL-02 previews of large pictures', () => {
  test('IO-02 an export contains the file, and not its preview', async () => {
    await savePicture(ada, photo)
    const { url } = await ada.call(exportLibrary, {})
    const files = await unzip(await bytesOf(await get(url)))
    const media = [...files].filter(([path]) => path.startsWith('files/'))
    expect(media.map(([, file]) => file.bytes.equals(photo))).toEqual([true])
  })

  test('UPL-08 U03 shows a large picture by a WebP of at most 2048 pixels, and keeps its file unchanged', async () => {
    const id = await savePicture(ada, photo)
    const { url, type } = await addressFor(ada.call, id)
    expect(type).toBe('preview')
    const answer = await get(url)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/webp',
      'content-disposition': 'inline; filename="Mont Blanc.webp"',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, max-age=300',
    })
    const bytes = await bytesOf(answer)
    const { width, height, format } = await sharp(bytes).metadata()
    expect([width, height, format]).toEqual([2048, 1365, 'webp'])
    expect(bytes.length).toBeLessThan(photo.length)
    const etag = answer.headers.get('etag')!
    expect((await get(url, { 'if-none-match': etag })).status).toBe(304)
    const part = await get(url, { range: 'bytes=10-19' })
    expect([part.status, await bytesOf(part)]).toEqual([206, bytes.subarray(10, 20)])
    const whole = await ada.call(downloadUrl, { link_id: id })
    expect([whole.type, (await bytesOf(await get(whole.url))).equals(photo)]).toEqual(['file', true])
    // The signature of one does not open the other.
    for (const [from, to] of [
      [url, whole.url],
      [whole.url, url],
    ] as const) {
      const changed = new URL(to, app.origin)
      changed.searchParams.set('m', new URL(from, app.origin).searchParams.get('m')!)
      expect((await fetch(changed)).status).toBe(404)
    }
    await inOrder()
  })

  test('an upright photo has an upright preview', async () => {
    const turned = await sharp(photo).withMetadata({ orientation: 6 }).jpeg({ quality: 95 }).toBuffer()
    expect(await sizeOf(ada, await savePicture(ada, turned))).toEqual([1365, 2048, 'webp'])
  })

  test.each([
    ['a small picture', 'image/png', () => drawHalves(2048, 300).png().toBuffer()],
    // A flat picture of many pixels has fewer bytes as PNG.
    [
      'a picture whose preview would be larger',
      'image/png',
      () => drawHalves(2100, 30).png({ palette: true }).toBuffer(),
    ],
    ['an animated GIF', 'image/gif', () => createAnimation('gif', 2100)],
    ['an animated WebP', 'image/webp', () => createAnimation('webp', 2100)],
    ['an animated PNG', 'image/png', async () => animatePng(await sharp(photo).png().toBuffer())],
  ] as const)('shows %s by its file', async (_name, type, create) => {
    const id = await savePicture(ada, await create(), type)
    expect((await addressFor(ada.call, id)).type).toBe('file')
    const left = await app.services.db.read
      .selectFrom('blobs')
      .innerJoin('files', 'files.blob_id', 'blobs.id')
      .select('previewed')
      .where('link_id', '=', id)
      .executeTakeFirstOrThrow()
    expect(left.previewed).toBe(1)
    await inOrder()
  })

  test('PLAN-08 UPL-09 does not count previews in the storage of their owner', async () => {
    await savePicture(ada, photo)
    expect(await used(ada)).toBe(photo.length)
    expect((await previews()).some(each => each.owner_id !== null)).toBe(false)
    await inOrder()
  })

  test('Z07 Z13 members and visitors see the preview while they may see the link', async () => {
    const willem = await signIn(app, 'willem')
    const folder_id = (await ada.call(createCollection, { name: 'Shared' }))._id
    await ada.call(setPermissions, { folder_id, read: 1, write: 0, read_members: [willem.id] })
    const id = await savePicture(ada, photo, 'image/jpeg', folder_id)
    const his = (await addressFor(willem.call, id)).url
    expect((await get(his)).status).toBe(200)
    await ada.call(setPermissions, { folder_id, read: 0, write: 0 })
    expect((await get(his)).status).toBe(404)
    await ada.call(makeLinkPublic, { link_id: id, is_public: 1 })
    const visitors = await addressFor(app.as(null), id)
    expect([visitors.type, (await get(visitors.url)).status]).toEqual(['preview', 200])
    await ada.call(trashLinks, { linkIdArr: [id] })
    expect((await get(visitors.url)).status).toBe(404)
  })

  test('F16 deletes the preview with its picture, and not before', async () => {
    const first = await savePicture(ada, photo)
    const second = await savePicture(ada, photo)
    const before = await previews()
    await ada.call(deleteLinks, { linkIdArr: [first] })
    app.clock.now += 3_600_000
    await sweep(app.services)
    expect((await addressFor(ada.call, second)).type).toBe('preview')
    await ada.call(deleteLinks, { linkIdArr: [second] })
    app.clock.now += 3_599_999
    await sweep(app.services)
    expect(await previews()).toEqual(before)
    app.clock.now += 1
    await sweep(app.services)
    const left = await previews()
    expect(left.length).toBe(before.length - 1)
    expect(left.every(each => each.isStored)).toBe(true)
    await inOrder()
  })

  test('the pictures of an older library, and copies from another one, get previews in the background', async () => {
    const eve = await signIn(app, 'eve', 2)
    const folder_id = (await ada.call(createCollection, { name: 'Shared' }))._id
    await ada.call(setPermissions, { folder_id, read: 1, write: 0, read_members: [eve.id] })
    await savePicture(ada, photo, 'image/jpeg', folder_id)
    const copy = await eve.call(copyCollection, { folder_id, parent: null })
    await waitForEnd(eve, copy.job)
    app.services.jobs.wake()
    await expect.poll(() => used(eve)).toBe(photo.length)
    await app.services.db.write(async tx => {
      const people = [ada.id, eve.id]
      const pictures = tx.selectFrom('blobs').select('id').where('owner_id', 'in', people)
      await tx.deleteFrom('blobs').where('preview_of', 'in', pictures).execute()
      await tx.updateTable('blobs').set({ previewed: 0 }).where('owner_id', 'in', people).execute()
    })
    await addPreview(app.services).cleanUp?.()
    app.services.jobs.wake()
    await previewsMade(app)
    const owners = await app.services.db.read
      .selectFrom('blobs as p')
      .innerJoin('blobs as b', 'b.id', 'p.preview_of')
      .select('b.owner_id')
      .where('b.owner_id', 'in', [ada.id, eve.id])
      .execute()
    expect(owners.map(each => each.owner_id).sort()).toEqual([ada.id, eve.id].sort())
    await inOrder()
  })

  test('replaces a lost preview by the file, and later by a new preview', async () => {
    const id = await savePicture(ada, photo)
    const { url } = await addressFor(ada.call, id)
    const { preview } = await app.services.db.read
      .selectFrom('files')
      .innerJoin('blobs as p', 'p.preview_of', 'files.blob_id')
      .select('p.id as preview')
      .where('link_id', '=', id)
      .executeTakeFirstOrThrow()
    await app.services.fileStore.remove([preview])
    expect((await get(url)).status).toBe(404)
    expect((await addressFor(ada.call, id)).type).toBe('file')
    await addPreview(app.services).cleanUp?.()
    app.services.jobs.wake()
    await previewsMade(app)
    expect(await sizeOf(ada, id)).toEqual([2048, 1365, 'webp'])
    app.clock.now += 3_600_000
    await sweep(app.services)
    await inOrder()
  })

  test('files move takes previews to the other store', async () => {
    await savePicture(ada, photo)
    const folder = scratchDir()
    try {
      const to = await openDiskStore(folder)
      const stores = { from: app.services.fileStore, to }
      const { lost } = await moveFiles(app.services.db, stores, () => undefined)
      expect(lost).toEqual([])
      for (const { id, size, state } of await previews())
        if (state === 'ready') expect(await to.readSize(id)).toBe(size)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  test('F24 backup, restore and integrity include previews', async () => {
    const folder = scratchDir()
    const { config } = app.services
    const { url: databaseUrl, drop } = await ownDatabase()
    const place = { dataDir: scratchDir(), databaseUrl }
    try {
      await savePicture(ada, photo)
      const files = ['--files', join(folder, 'files')]
      expect((await admin(config, 'backup', join(folder, 'rows'), ...files)).code).toBe(0)
      const restored = await admin(place, 'restore', join(folder, 'rows'), ...files)
      expect([restored.code, restored.error]).toEqual([0, ''])
      const checked = await admin(place, 'integrity', '--deep')
      expect(checked.out).toMatch(/\d+ stored files checked with all their bytes\./)
      expect(checked.out).not.toContain('missing')
      const db = openDb(place)
      try {
        expect((await checkIntegrity(db, app.clock.now)).findings).toEqual([])
        const count = await db.read
          .selectFrom('blobs')
          .select('id')
          .where('preview_of', 'is not', null)
          .execute()
        expect(count.length).toBe((await previews()).filter(each => each.state === 'ready').length)
      } finally {
        await db.close()
      }
    } finally {
      await drop()
      rmSync(folder, { recursive: true })
      rmSync(place.dataDir, { recursive: true })
    }
  })
})
