import { createCollection } from '@nestmark/contract/collections'
import { moveLinks, saveLink, updateLink } from '@nestmark/contract/links/links'
import { markAllNotificationsRead, notifications } from '@nestmark/contract/notifications'
import { setPermissions } from '@nestmark/contract/sharing/share'
import { addSuggestion, approveSuggestions, deleteSuggestions } from '@nestmark/contract/sharing/suggestions'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/support/app.ts'
import { type Person, signIn } from '../../test/support/people.ts'

let app: TestApp
let ada: Person
let rosa: Person
let turf: string

beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())
beforeEach(async () => {
  ada = await signIn(app, 'ada', 2)
  rosa = await signIn(app, 'rosa')
  turf = (await ada.call(createCollection, { name: 'Turf' }))._id
})

const share = (change: object) =>
  ada.call(setPermissions, { folder_id: turf, read: 1, write: 0, read_members: [rosa.id], ...change })
const clear = () => rosa.call(markAllNotificationsRead, {})
const form = (name: string) => ({ name, link: 'https://example.org/' + name, category: 3, parent: turf })
/** Returns the unread notifications as 'action collection subject from count'. */
const unreadOf = async (who: Person) =>
  (await who.call(notifications, {}))
    .filter(each => each.is_read === 0)
    .map(({ action, folder_id, subject, from, count }) =>
      [action, folder_id?.name ?? '-', subject || '-', from?.username, count].join(' '),
    )

test('NTF-01 a notification has the title that came later, until the link leaves the collection', async () => {
  await share({})
  await clear()
  const link = await ada.call(saveLink, { ...form('127'), name: '127.0.0.1' })
  await ada.call(updateLink, { link_id: link._id, name: 'Sod roofs' })
  const added = async () => (await unreadOf(rosa)).find(line => line.startsWith('add_link'))
  expect(await added()).toBe('add_link Turf Sod roofs ada 1')
  await ada.call(moveLinks, { links: [link._id], move_to: ada.rootId })
  await ada.call(updateLink, { link_id: link._id, name: 'Secret' })
  expect(await added()).toBe('add_link Turf 127.0.0.1 ada 1')
})

test('NTF-01 SUG-06 suggestions leave nothing unread after a decision on or the withdrawal of each', async () => {
  await share({ enable_sugg: 1 })
  await clear()
  const suggest = async (name: string) => (await rosa.call(addSuggestion, form(name))).sugg_id
  const [first, second] = [await suggest('One'), await suggest('Two')]
  await ada.call(approveSuggestions, { sugg_arr: [first] })
  expect(await unreadOf(ada)).toEqual(['sugg_new Turf Two rosa 2'])
  await ada.call(deleteSuggestions, { sugg_arr: [second], type: 'to_me' })
  expect(await unreadOf(ada)).toEqual([])
  await rosa.call(deleteSuggestions, { sugg_arr: [await suggest('Three')], type: 'by_me' })
  expect(await unreadOf(ada)).toEqual([])
})
