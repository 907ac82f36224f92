import { randomUUID } from 'node:crypto'
import { createCollection } from '@nestmark/contract/collections'
import { startUpload } from '@nestmark/contract/files'
import { getLink, listDashboardLinks, saveLink, saveLinks, updateLink } from '@nestmark/contract/links/links'
import { getStorage } from '@nestmark/contract/session'
import { setPermissions } from '@nestmark/contract/sharing/share'
import { film, track } from '@nestmark/core/media/stripSamples.testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkIntegrity } from '../../../db/integrity.ts'
import { startApp, type TestApp } from '../../../test/support/app.ts'
import { beginUpload, saveFile, toAudio, toGif, uploadFile } from '../../../test/support/files.ts'
import { filesRead, stopIntact } from '../../../test/support/jobs.ts'
import { type Person, signIn, toOutcome } from '../../../test/support/people.ts'

let app: TestApp
let ada: Person
beforeAll(async () => {
  app = await startApp()
  ada = await signIn(app, 'ada', 2)
})
afterAll(() => stopIntact(app))

const storageOf = async (person: Person) => {
  const { storage_used, storage_cat } = await person.call(getStorage, {})
  return { used: storage_used, ...storage_cat }
}
const gif = () => toGif(toAudio(73))
const mp4 = film('x'.repeat(20), track())

describe('UPL-03 links with files', () => {
  test('UPL-03 SAVE-21 every category has its subcategory, size and type of the stored file', async () => {
    const cases: [Buffer, string, number, number, number][] = [
      [gif(), 'image/gif', 1, 2, 0],
      [mp4, 'video/mp4', 2, 8, 2],
      [toAudio(100), 'audio/mp3', 5, 21, 0],
      [Buffer.from('%PDF-1.7'.padEnd(100)), 'application/pdf', 4, 22, 0],
    ]
    for (const [bytes, type, category, subCategory, linkVideoType] of cases) {
      const saved = await saveFile(app, ada, bytes, { type, name: 'Named' })
      expect(saved).toMatchObject({
        category,
        subCategory,
        linkVideoType,
        link: '',
        isFile: 1,
        size: bytes.length,
      })
      const { link } = await ada.call(getLink, { link_id: saved._id })
      expect(link.s3_key).toEqual(saved.s3_key)
      await expect
        .poll(async () => (await ada.call(getLink, { link_id: saved._id })).link.media?.state)
        .not.toBe('working')
    }
    const { links } = await ada.call(listDashboardLinks, {})
    expect(links.map(link => link.s3_key.length)).toEqual([1, 1, 1, 1])
    const note = await ada.call(saveLink, { name: 'No file', desc: 'Words', category: 4 })
    expect(note).toMatchObject({ isFile: 0, size: 0, s3_key: [] })
    expect(note.media).toBeUndefined()
  })

  test('UPL-03 rejects a category that is not that of the file, and a file in use', async () => {
    const file = await uploadFile(app, ada, toAudio(100))
    const form = { name: 'Song', category: 5, s3_key: [{ file }] }
    expect(await toOutcome(ada.call(saveLink, { ...form, category: 1 }))).toBe('files.categoryWrong')
    const twice = { ...form, s3_key: [{ file }, { file }] }
    expect(await toOutcome(ada.call(saveLink, twice))).toBe('files.uploadNotFound')
    expect(await toOutcome(ada.call(saveLink, { ...form, s3_key: [{ file, thumb: file }] }))).toBe(
      'files.uploadNotFound',
    )
    for (const wrong of ['', 'x', '../x.mp3', 'a'.repeat(22), `${'a'.repeat(22)}.mp3`])
      expect(await toOutcome(ada.call(saveLink, { ...form, s3_key: [{ file: wrong }] }))).toBe(
        'files.uploadNotFound',
      )
    const { upload_id } = await beginUpload(ada, 100)
    expect(await toOutcome(ada.call(saveLink, { ...form, s3_key: [{ file: upload_id }] }))).toBe(
      'files.uploadNotFound',
    )
    expect(await toOutcome(ada.call(saveLink, form))).toBe('done')
    expect(await toOutcome(ada.call(saveLink, form))).toBe('files.uploadNotFound')
  })

  test('C05 a repeated save returns its link with its file', async () => {
    const file = await uploadFile(app, ada, toAudio(100))
    const form = { name: 'Song', category: 5, s3_key: [{ file }] }
    const idempotencyKey = randomUUID()
    const [first, second] = await Promise.all([
      ada.call(saveLink, form, { idempotencyKey }),
      ada.call(saveLink, form, { idempotencyKey }),
    ])
    expect(second._id).toBe(first._id)
    expect(second.s3_key).toEqual(first.s3_key)
    expect(first.s3_key.length).toBe(1)
  })

  test('UPL-03 add-links claims the files of every link, or none', async () => {
    const song = await uploadFile(app, ada, toAudio(100))
    const bird = await uploadFile(app, ada, gif(), { type: 'image/gif', name: 'b.gif' })
    const links = [
      { name: 'Song', category: 5, s3_key: [{ file: song }] },
      { name: 'Bird', category: 1, s3_key: [{ file: bird }] },
    ]
    const wrong = [links[0]!, { ...links[1]!, category: 2 }]
    expect(await toOutcome(ada.call(saveLinks, { links: wrong }))).toBe('files.categoryWrong')
    const saved = await ada.call(saveLinks, { links })
    expect(saved.links.map(link => link.size)).toEqual([100, 100])
  })

  test('UPL-09 the bytes move with the category of their link', async () => {
    const bob = await signIn(app, 'bob', 2)
    const link = await saveFile(app, bob, toAudio(700))
    expect(await storageOf(bob)).toMatchObject({ used: 700, listen: 700 })
    const moved = await bob.call(updateLink, { link_id: link._id, category: 4 })
    expect(moved).toMatchObject({ category: 4, size: 700, link: '' })
    expect(await storageOf(bob)).toMatchObject({ used: 700, listen: 0, read: 700 })
  })

  test('UPL-09 stores and counts the same bytes of one owner once, those of two owners twice', async () => {
    const [bob, eve] = [await signIn(app, 'bob', 2), await signIn(app, 'eve', 2)]
    const bytes = toAudio(900)
    await saveFile(app, bob, bytes)
    await saveFile(app, bob, bytes)
    await saveFile(app, eve, bytes)
    expect([await storageOf(bob), await storageOf(eve)]).toMatchObject([{ used: 900 }, { used: 900 }])
    const blobs = app.services.db.read.selectFrom('blobs').select('owner_id').where('size', '=', 900)
    expect((await blobs.execute()).map(row => row.owner_id).sort()).toEqual([bob.id, eve.id].sort())
  })

  test('UPL-09 the owner of the collection pays for the file of a member', async () => {
    const willem = await signIn(app, 'willem', 2)
    const parent = (await ada.call(createCollection, { name: 'Shared' }))._id
    await ada.call(setPermissions, { folder_id: parent, read: 1, write: 1, write_members: [willem.id] })
    const before = await storageOf(ada)
    const link = await saveFile(app, willem, toAudio(1234), { parent })
    expect(link.size).toBe(1234)
    expect((await storageOf(ada)).used).toBe(before.used + 1234)
    expect((await storageOf(willem)).used).toBe(0)
    // A file that was uploaded for one owner cannot become a file of another.
    const file = await uploadFile(app, willem, toAudio(100), { parent })
    expect(await toOutcome(willem.call(saveLink, { name: 'Own', category: 5, s3_key: [{ file }] }))).toBe(
      'files.uploadNotFound',
    )
  })
})

describe('UPL-09 U06 room for files', () => {
  test('UPL-09 U06 the limit of the plan holds for uploads at the same time, and their end frees the rest', async () => {
    const limited = await startApp({ planLimits: true })
    try {
      const bob = await signIn(limited, 'bob')
      const begin = (size: number) =>
        bob.call(startUpload, { name: 'a.mp3', content_type: 'audio/mpeg', size })
      const outcomes = await Promise.all(Array.from({ length: 8 }, () => toOutcome(begin(30_000_000))))
      expect(outcomes.filter(each => each === 'done').length).toBe(3)
      expect(new Set(outcomes)).toEqual(new Set(['done', 'plan.storage']))
      await expect(begin(10_000_001)).rejects.toMatchObject({
        status: 402,
        data: { used: 90_000_000, limit: 100_000_000 },
      })
      expect(await toOutcome(begin(10_000_000))).toBe('done')
      limited.clock.now += 86_400_001
      expect(await toOutcome(begin(100_000_000))).toBe('done')
      await filesRead(limited)
      expect((await checkIntegrity(limited.services.db, limited.clock.now)).findings).toEqual([])
    } finally {
      await limited.stop()
    }
  })

  test('UPL-09 members see only that there is no storage left', async () => {
    const limited = await startApp({ planLimits: true })
    try {
      const [owner, willem] = [await signIn(limited, 'ada', 2), await signIn(limited, 'willem')]
      const parent = (await owner.call(createCollection, { name: 'Shared' }))._id
      await owner.call(setPermissions, { folder_id: parent, read: 1, write: 1, write_members: [willem.id] })
      await limited.services.db.write(tx =>
        tx.updateTable('people').set({ plan: 1 }).where('id', '=', owner.id).execute(),
      )
      await saveFile(limited, owner, toAudio(1000))
      const call = willem.call(startUpload, {
        name: 'a.mp3',
        content_type: 'audio/mpeg',
        size: 100_000_000,
        parent,
      })
      await expect(call).rejects.toMatchObject({ code: 'plan.storage', data: null })
    } finally {
      await limited.stop()
    }
  })

  test('F16 one person has at most 100 unfinished uploads', async () => {
    const zoe = await signIn(app, 'zoe', 2)
    for (let n = 0; n < 100; n++) {
      await beginUpload(zoe, 100)
      app.clock.now += 1000
    }
    expect(await toOutcome(beginUpload(zoe, 100))).toBe('files.tooManyUploads')
  })
})
