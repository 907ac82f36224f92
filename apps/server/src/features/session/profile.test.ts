import { createCollection, favouriteCollection, trashCollections } from '@nestmark/contract/collections'
import { favouriteLink, saveLink, trashLinks } from '@nestmark/contract/links/links'
import {
  changeTheme,
  getProfile,
  getUserData,
  logout,
  updateAnnouncements,
  updateView,
} from '@nestmark/contract/session'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/support/app.ts'
import { signIn } from '../../test/support/people.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const readAnswer = async (token: string, path = 'user-data') => {
  const response = await fetch(`${app.origin}/api/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  })
  return {
    ...((await response.json()) as { status: number; message: string; data: object }),
    http: response.status,
  }
}

test("ACC-13 the profile contains every field, and shows the person's changes", async () => {
  const ada = await signIn(app, 'ada', 2)
  const { data } = await readAnswer(ada.token)
  const wanted =
    'name user_id plan username thumbnail theme view load_links count favourite_links favourite_folders bw_limit ' +
    'bw_used storage_cat storage_limit clipboard_access root_folder announcements next_billing_date is_cancelled'
  for (const field of wanted.split(' ')) expect(data).toHaveProperty(field)
  expect(data).toMatchObject({
    name: 'ada',
    user_id: ada.id,
    plan: 2,
    theme: 0,
    view: { links: 1, folders: 4 },
    load_links: 1,
    root_folder: ada.rootId,
    clipboard_access: null,
    is_cancelled: 0,
  })

  const folder = await ada.call(createCollection, { name: 'Research' })
  const link = await ada.call(saveLink, { name: 'A', link: 'https://example.org', category: 2 })
  await ada.call(favouriteCollection, { folder_id: folder._id, is_fav: 1 })
  await ada.call(favouriteLink, { link_id: link._id, is_fav: 1 })
  await ada.call(changeTheme, { theme: 1 })
  await ada.call(updateView, { view: { links: 2, folders: 3 } })
  expect(await ada.call(getUserData, {})).toMatchObject({
    theme: 1,
    view: { links: 2, folders: 3 },
    count: { see: 0, watch: 1, explore: 0, read: 0, listen: 0 },
    favourite_links: [link._id],
    favourite_folders: [folder._id],
  })
  expect(await ada.call(getProfile, {})).toMatchObject({ plan: 2, count: { watch: 1 } })

  // The counts of the sidebar are those of the page of favourites, which shows no trash.
  const inside = await ada.call(saveLink, {
    name: 'B',
    link: 'https://example.org/b',
    category: 3,
    parent: folder._id,
  })
  await ada.call(favouriteLink, { link_id: inside._id, is_fav: 1 })
  await ada.call(trashLinks, { linkIdArr: [link._id] })
  await ada.call(trashCollections, { folderIdArr: [folder._id] })
  const left = await ada.call(getUserData, {})
  expect([left.favourite_links, left.favourite_folders]).toEqual([[], []])
})

test('ACC-08 user-data responds 200, 203 for an expired token, 401 for an invalid token', async () => {
  const ada = await signIn(app, 'ada')
  expect(await readAnswer(ada.token)).toMatchObject({ http: 200, status: 200, data: { user_id: ada.id } })
  app.clock.now += 15 * 86_400_000
  try {
    const expired = { message: 'Token Expired!', data: null }
    expect(await readAnswer(ada.token)).toMatchObject({ http: 203, status: 203, ...expired })
    // Other calls have one response for everyone who is not signed in.
    expect(await readAnswer(ada.token, 'get-profile')).toMatchObject({ http: 401, status: 401, ...expired })
    await expect(ada.call(getUserData, {})).rejects.toMatchObject({ status: 203, code: 'session.tooOld' })
  } finally {
    app.clock.now -= 15 * 86_400_000
  }
  const eve = await signIn(app, 'eve')
  await eve.call(logout, {})
  expect(await readAnswer(eve.token)).toMatchObject({ http: 401, data: null })
  expect(await readAnswer('nms_nothing')).toMatchObject({ http: 401, data: null })
})

test('NAV-09 a dismissed announcement leaves the list, and only that one', async () => {
  const ada = await signIn(app, 'ada')
  const eve = await signIn(app, 'eve')
  for (const { id } of [ada, eve])
    await app.services.db.write(tx =>
      tx
        .updateTable('people')
        .set({ announcements: JSON.stringify(['encryption', 'another']) })
        .where('id', '=', id)
        .execute(),
    )
  expect(await ada.call(updateAnnouncements, { announcement: 'encryption' })).toEqual({
    announcements: ['another'],
  })
  await ada.call(updateAnnouncements, { announcement: 'encryption' })
  expect((await ada.call(getUserData, {})).announcements).toEqual(['another'])
  expect((await eve.call(getUserData, {})).announcements).toEqual(['encryption', 'another'])
  await expect(app.as(null)(updateAnnouncements, { announcement: 'encryption' })).rejects.toMatchObject({
    status: 401,
  })
  // Only the first steps can be shown again, and they are listed once.
  const again = { announcement: 'first-run-again', restore: true }
  await ada.call(updateAnnouncements, again)
  expect(await ada.call(updateAnnouncements, again)).toEqual({
    announcements: ['another', 'first-run-again'],
  })
  await expect(
    ada.call(updateAnnouncements, { announcement: 'encryption', restore: true }),
  ).rejects.toMatchObject({ status: 400 })
})
