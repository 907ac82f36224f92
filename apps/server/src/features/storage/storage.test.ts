import { createCollection } from '@nestmark/contract/collections'
import { deleteLinks, getLink, saveLink, trashLinks } from '@nestmark/contract/links/links'
import { getStorage } from '@nestmark/contract/session'
import { setPermissions } from '@nestmark/contract/sharing/share'
import {
  getStorageDetails,
  listStoredLinks,
  removeStoredFiles,
  restoreStoredFiles,
} from '@nestmark/contract/storage'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { checkIntegrity } from '../../db/integrity.ts'
import { newId } from '../../db/newId.ts'
import { startApp, type TestApp } from '../../test/support/app.ts'
import { saveFile, toAudio } from '../../test/support/files.ts'
import { filesRead } from '../../test/support/jobs.ts'
import { type Person, signIn } from '../../test/support/people.ts'
import { sweep } from '../uploads/storage/sweepFiles.job.ts'

let app: TestApp
let ada: Person
beforeAll(async () => {
  app = await startApp({ planLimits: true })
})
afterEach(async () => {
  await filesRead(app)
  expect((await checkIntegrity(app.services.db, app.clock.now)).findings).toEqual([])
})
afterAll(() => app.stop())

const hour = 3_600_000
const used = async (person: Person) => (await person.call(getStorage, {})).storage_used
const details = (person: Person) => person.call(getStorageDetails, {})
const largest = async (person: Person, input = {}) => {
  const { links, total } = await person.call(listStoredLinks, input)
  expect(total).toBeGreaterThanOrEqual(links.length)
  return links.map(link => [link.name, link.bytes])
}

describe('UPL-09 SET-05 storage details', () => {
  test('lists links by size, collections with all that is in them, categories and trash with their files', async () => {
    ada = await signIn(app, 'ada', 2)
    const { _id: top } = await ada.call(createCollection, { name: 'Sounds' })
    const { _id: deep } = await ada.call(createCollection, { name: 'Birds', parent: top })
    const save = (name: string, size: number, parent: string) =>
      saveFile(app, ada, toAudio(size), { name, parent })
    await save('Small', 1000, top)
    await save('Large', 3000, deep)
    const trashed = await save('Trashed', 2000, top)
    await ada.call(saveLink, { name: 'No file', category: 3, link: 'https://example.org/', parent: top })
    await ada.call(trashLinks, { linkIdArr: [trashed._id] })
    expect(await largest(ada)).toEqual([
      ['Large', 3000],
      ['Trashed', 2000],
      ['Small', 1000],
    ])
    expect(await largest(ada, { folder_id: deep })).toEqual([['Large', 3000]])
    expect(await largest(ada, { kind: 'copies' })).toEqual([])
    expect(await largest(ada, { kind: 'files', page: 2 })).toEqual([])
    const found = await details(ada)
    expect(found.categories[4]).toEqual({ category: 5, files: 3, copies: 0 })
    expect(found.collections).toEqual([
      { _id: top, name: 'Sounds', path: [], bytes: 4000 },
      { _id: deep, name: 'Birds', path: ['Sounds'], bytes: 3000 },
    ])
    expect(found.trash).toEqual({ links: 1, files: 1, bytes: 2000 })
    expect(await used(ada)).toBe(6000)
    // Two links share the bytes of one file, which each of their collections counts.
    const bytes = toAudio(500)
    for (const parent of [top, deep]) await saveFile(app, ada, bytes, { parent })
    expect(await used(ada)).toBe(6500)
    expect(found.shared).toBe(0)
    const collections = [{ bytes: 5000 }, { bytes: 3500 }]
    expect(await details(ada)).toMatchObject({ shared: 500, collections })
  })

  test('removes files and keeps their links; for a day restores them with the same bytes', async () => {
    const willem = await signIn(app, 'willem', 2)
    const link = await saveFile(app, willem, toAudio(5000), { name: 'Song' })
    const twin = await saveFile(app, willem, toAudio(700), { name: 'Other' })
    const linkIdArr = [link._id, twin._id]
    const removed = await willem.call(removeStoredFiles, { linkIdArr, what: 'files' })
    expect(removed).toMatchObject({ changed: 2, bytes: 5700, next: null })
    expect(await used(willem)).toBe(0)
    const { link: shown } = await willem.call(getLink, { link_id: link._id })
    expect(shown).toMatchObject({ name: 'Song', isFile: 0, size: 0, s3_key: [] })
    expect((await details(willem)).restorable).toEqual([
      { undo: removed.undo, files: 2, copies: 0, removed_at: app.clock.now },
    ])
    app.clock.now += 23 * hour
    await sweep(app.services)
    const undo = removed.undo!
    expect(await willem.call(restoreStoredFiles, { undo })).toEqual({
      changed: 2,
      copies: 0,
      left: 0,
      skipped: 0,
    })
    expect(await used(willem)).toBe(5700)
    const { link: restored } = await willem.call(getLink, { link_id: link._id })
    expect(restored).toMatchObject({ isFile: 1, size: 5000, s3_key: link.s3_key })
    await expect(willem.call(restoreStoredFiles, { undo })).rejects.toMatchObject({ code: 'undo.expired' })

    const again = await willem.call(removeStoredFiles, { linkIdArr })
    app.clock.now += 24 * hour + 1
    await sweep(app.services)
    await expect(willem.call(restoreStoredFiles, { undo: again.undo! })).rejects.toMatchObject({
      code: 'undo.expired',
    })
    expect(
      await app.services.db.read.selectFrom('blobs').select('id').where('owner_id', '=', willem.id).execute(),
    ).toEqual([])
  })

  test('F16 restores bytes that another link used since, for a day after the removal', async () => {
    const mila = await signIn(app, 'mila', 2)
    const [first, second] = [
      await saveFile(app, mila, toAudio(3000)),
      await saveFile(app, mila, toAudio(3000)),
    ]
    const { undo } = await mila.call(removeStoredFiles, { linkIdArr: [first._id] })
    await mila.call(deleteLinks, { linkIdArr: [second._id] })
    await filesRead(app)
    app.clock.now += 23 * hour
    await sweep(app.services)
    expect(await mila.call(restoreStoredFiles, { undo: undo! })).toMatchObject({ changed: 1, skipped: 0 })
    app.clock.now += 2 * hour
    await sweep(app.services)
    expect((await mila.call(getLink, { link_id: first._id })).link.media?.state).not.toBe('lost')
    expect(await used(mila)).toBe(3000)
    const { rows } = await sql<{ lost: number }>`select count(*) as lost from files f
      left join blobs b on b.id = f.blob_id and b.state = 'ready' where b.id is null`.execute(
      app.services.db.read,
    )
    expect(Number(rows[0]!.lost)).toBe(0)
  })

  test('rejects links and a set together', async () => {
    const input = { from: 'trash' as const, linkIdArr: [newId()] }
    await expect(ada.call(removeStoredFiles, input)).rejects.toMatchObject({ code: 'request.invalid' })
  })

  test('a restore uses bytes that a user uploaded again, skips a deleted link, and requires quota', async () => {
    const lena = await signIn(app, 'lena', 1)
    const bytes = toAudio(60_000_000)
    const first = await saveFile(app, lena, bytes, { name: 'First' })
    const deleted = await saveFile(app, lena, toAudio(1000), { name: 'Deleted' })
    const { undo } = await lena.call(removeStoredFiles, { linkIdArr: [first._id, deleted._id] })
    await saveFile(app, lena, bytes, { name: 'Again' })
    await lena.call(deleteLinks, { linkIdArr: [deleted._id] })
    expect(await lena.call(restoreStoredFiles, { undo: undo! })).toEqual({
      changed: 1,
      copies: 0,
      left: 0,
      skipped: 0,
    })
    // The same bytes are stored once.
    expect(await used(lena)).toBe(60_000_000)

    const other = await lena.call(removeStoredFiles, { from: 'trash' })
    expect(other).toEqual({ changed: 0, bytes: 0, next: null, undo: null })
    const mine = (await lena.call(listStoredLinks, {})).links.map(each => each._id)
    const second = await lena.call(removeStoredFiles, { linkIdArr: mine })
    await saveFile(app, lena, toAudio(70_000_000), { name: 'Other' })
    await expect(lena.call(restoreStoredFiles, { undo: second.undo! })).rejects.toMatchObject({
      status: 402,
      code: 'plan.storage',
    })
    expect(await used(lena)).toBe(70_000_000)
  })

  test('removes all files in the trash in batches with one undo', async () => {
    const rosa = await signIn(app, 'rosa', 2)
    const links = await Promise.all(
      Array.from({ length: 5 }, (_, at) => saveFile(app, rosa, toAudio(100 + at))),
    )
    await rosa.call(trashLinks, { linkIdArr: links.map(link => link._id) })
    const one = await rosa.call(removeStoredFiles, { from: 'trash', what: 'files' })
    expect(one).toMatchObject({ changed: 5, bytes: 510, next: null })
    const two = await saveFile(app, rosa, toAudio(900))
    await rosa.call(removeStoredFiles, { linkIdArr: [two._id], undo: one.undo! })
    expect(await rosa.call(restoreStoredFiles, { undo: one.undo! })).toMatchObject({ changed: 6 })
    expect((await details(rosa)).trash).toEqual({ links: 5, files: 5, bytes: 510 })
  })

  test('Z02 only the owner removes and restores, not a member who may write', async () => {
    const owner = await signIn(app, 'owner', 2)
    const member = await signIn(app, 'member', 2)
    const { _id: shared } = await owner.call(createCollection, { name: 'Shared' })
    await owner.call(setPermissions, { folder_id: shared, read: 1, write: 1, write_members: [member.id] })
    const link = await saveFile(app, owner, toAudio(1000), { parent: shared })
    await expect(member.call(removeStoredFiles, { linkIdArr: [link._id] })).rejects.toMatchObject({
      code: 'links.notFound',
    })
    const { undo } = await owner.call(removeStoredFiles, { linkIdArr: [link._id] })
    await expect(member.call(restoreStoredFiles, { undo: undo! })).rejects.toMatchObject({
      code: 'undo.expired',
    })
    expect(await largest(member)).toEqual([])
    expect(await owner.call(restoreStoredFiles, { undo: undo! })).toMatchObject({ changed: 1 })
  })
})
