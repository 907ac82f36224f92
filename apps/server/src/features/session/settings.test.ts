import { getLink, saveLink, updateLink } from '@nestmark/contract/links/links'
import {
  changeTheme,
  clipboardAccess,
  getProfile,
  getStorage,
  getUserData,
  updateCollectionsView,
  updateLinksLoad,
  updateView,
} from '@nestmark/contract/session'
import { makeLinkPublic } from '@nestmark/contract/sharing/share'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../db/newId.ts'
import { startApp, type TestApp } from '../../test/support/app.ts'
import { saveFile, toAudio, uploadFile } from '../../test/support/files.ts'
import { type Person, signIn } from '../../test/support/people.ts'

let app: TestApp
let ada: Person
beforeAll(async () => {
  app = await startApp()
  ada = await signIn(app, 'ada')
})
afterAll(() => app.stop())

test('SET-03 stores theme, views, load mode and clipboard, each separately', async () => {
  await ada.call(changeTheme, { theme: 1 })
  await ada.call(updateView, { view: { links: 2, folders: 4 } })
  await ada.call(updateCollectionsView, { folders: 3 })
  await ada.call(updateLinksLoad, { load_links: 2 })
  await ada.call(clipboardAccess, { clipboard_access: 1 })
  expect(await ada.call(getUserData, {})).toMatchObject({
    theme: 1,
    view: { links: 2, folders: 3 },
    load_links: 2,
    clipboard_access: 1,
  })
  await ada.call(changeTheme, { theme: 2 })
  expect(await ada.call(getUserData, {})).toMatchObject({ theme: 2 })
  await expect(ada.call(changeTheme, { theme: 3 as never })).rejects.toMatchObject({ status: 400 })
  await expect(ada.call(updateLinksLoad, { load_links: 3 as never })).rejects.toMatchObject({ status: 400 })
  await expect(ada.call(updateCollectionsView, { folders: 1 as never })).rejects.toMatchObject({
    status: 400,
  })
})

/** Saves a link of a category with pictures of these sizes in bytes. */
async function pictured(person: Person, category: number, large: number, small: number): Promise<string> {
  const id = newId()
  const { _id } = await person.call(saveLink, { name: 'Saved', desc: 'Saved', category: 4 })
  await person.call(updateLink, { link_id: _id, category, link: 'https://example.org/saved' })
  await app.services.db.write(async tx => {
    const picture = { id, owner_id: person.id, width: 1, height: 1, created_at: 1 }
    const bytes = { large: Buffer.alloc(large, 7), small: Buffer.alloc(small, 7) }
    await tx
      .insertInto('pictures')
      .values({ ...picture, ...bytes })
      .execute()
    await tx.updateTable('links').set({ picture_id: id }).where('id', '=', _id).execute()
  })
  return _id
}

test('SET-05 storage figures are the bytes of stored files, by category, of this person only', async () => {
  const xaver = await signIn(app, 'xaver', 2)
  await saveFile(app, xaver, toAudio(5500))
  const first = await saveFile(app, ada, toAudio(3000))
  await saveFile(app, ada, toAudio(300))
  await uploadFile(app, ada, toAudio(40))
  await pictured(ada, 1, 1000, 100)
  const { bw_used, bw_resets, bw_days, ...storage } = await ada.call(getStorage, {})
  expect([bw_used, new Date(bw_resets).getUTCDate()]).toEqual([0, 1])
  expect(bw_days).toEqual(Array.from({ length: new Date(app.clock.now).getUTCDate() }, () => 0))
  expect(storage).toEqual({
    bw_limit: 2_000_000_000,
    storage_limit: 100_000_000,
    storage_used: 3340,
    storage_cat: { see: 0, watch: 0, explore: 0, read: 0, listen: 3300 },
    count: { see: 1, watch: 0, explore: 0, read: 0, listen: 2 },
  })
  const { bw_resets: _, bw_days: __, ...shown } = await ada.call(getStorage, {})
  expect(await ada.call(getProfile, {})).toEqual({ plan: 1, ...shown })
  expect(await ada.call(getUserData, {})).toMatchObject(shown)
  expect(await xaver.call(getStorage, {})).toMatchObject({ storage_limit: 1e9, storage_used: 5500 })
  await ada.call(updateLink, { link_id: first._id, category: 1 })
  expect((await ada.call(getStorage, {})).storage_cat).toMatchObject({ see: 3000, listen: 300 })
})

function startOfMonth(time: number): number {
  const date = new Date(time)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth())
}

test('SET-05 traffic of stored pictures counts for their owner, by month, written in batches', async () => {
  // At the end of the previous month: a session does not last until the end of a long one.
  const before = app.clock.now
  app.clock.now = startOfMonth(before) - 43_200_000
  const owner = await signIn(app, 'owner', 2)
  const otherUser = await signIn(app, 'stranger')
  const link = await pictured(owner, 1, 3000, 300)
  const { link: seen } = await owner.call(getLink, { link_id: link })
  const fetched = async (address: string) => {
    const answer = await fetch(`${app.origin}${address}`)
    return answer.ok ? (await answer.arrayBuffer()).byteLength : 0
  }
  const used = async (who: Person) => (await who.call(getStorage, {})).bw_used
  expect(await fetched(seen!.thumbnail)).toBe(3000)
  expect(await fetched(`${seen!.thumbnail}&w=160`)).toBe(300)
  expect(await used(owner)).toBe(3300)
  const row = async () =>
    (
      await app.services.db.read
        .selectFrom('served')
        .select(['day', 'bytes'])
        .where('owner_id', '=', owner.id)
        .orderBy('day')
        .execute()
    ).map(each => ({ ...each }))
  const day = Number(new Date(app.clock.now).toISOString().slice(0, 10).replaceAll('-', ''))
  await app.services.meter.flush()
  expect(await row()).toEqual([{ day, bytes: 3300 }])

  // Readers without access get nothing; a visitor's view of public content counts for its owner.
  const bare = seen!.thumbnail.split('?')[0]!
  expect(await fetched(bare)).toBe(0)
  await owner.call(makeLinkPublic, { link_id: link, is_public: 1 })
  await Promise.all(Array.from({ length: 20 }, () => fetched(bare)))
  expect(await used(owner)).toBe(63_300)
  await Promise.all([app.services.meter.flush(), app.services.meter.flush(), fetched(bare)])
  await app.services.meter.flush()
  expect(await row()).toEqual([{ day, bytes: 66_300 }])
  expect(await owner.call(getUserData, {})).toMatchObject({ bw_used: 66_300, bw_limit: 20_000_000_000 })
  expect(await used(otherUser)).toBe(0)

  // A count for a deleted person does not prevent other counts from being written.
  app.services.meter.count('nobody', 10)
  app.services.meter.count(owner.id, 1)
  await app.services.meter.flush()
  expect(await row()).toEqual([{ day, bytes: 66_301 }])
  const days = async () => (await owner.call(getStorage, {})).bw_days
  // Counted and not yet written, and written.
  app.clock.now = (await owner.call(getStorage, {})).bw_resets
  expect([await used(owner), await days()]).toEqual([0, [0]])
  app.services.meter.count(owner.id, 5)
  app.clock.now += 2 * 86_400_000
  app.services.meter.count(owner.id, 7)
  expect(await days()).toEqual([5, 0, 7])
  await app.services.meter.flush()
  app.services.meter.count(owner.id, 2)
  expect([await days(), await used(owner)]).toEqual([[5, 0, 9], 14])
  // The days of the previous month remain, earlier ones are deleted.
  expect((await row()).map(each => each.bytes)).toEqual([66_301, 5, 7])
  app.clock.now = (await owner.call(getStorage, {})).bw_resets
  app.services.meter.count(owner.id, 1)
  await app.services.meter.flush()
  expect((await row()).map(each => each.bytes)).toEqual([5, 9, 1])
  app.clock.now = before
})
