import { createCollection, trashCollections } from '@nestmark/contract/collections'
import { saveLink, trashLinks } from '@nestmark/contract/links/links'
import { getUserData } from '@nestmark/contract/session'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/support/app.ts'
import { signIn } from '../../test/support/people.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

test('NAV-04 returns for each category the time of the last link that a user added to it or removed from it', async () => {
  const ada = await signIn(app, 'ada')
  const read = async () => (await ada.call(getUserData, {})).last_updated
  const never = { see: 0, watch: 0, explore: 0, read: 0, listen: 0 }
  expect(await read()).toEqual(never)
  const { _id: parent } = await ada.call(createCollection, { name: 'Reading pile' })
  const savedAt = app.clock.now
  const link = await ada.call(saveLink, { name: 'A page', link: 'https://example.org/', category: 3 })
  expect(await read()).toEqual({ ...never, explore: savedAt })

  app.clock.now += 5000
  await ada.call(saveLink, { name: 'A note', desc: 'Its text', category: 4, parent })
  expect(await read()).toEqual({ ...never, explore: savedAt, read: savedAt + 5000 })

  app.clock.now += 5000
  await ada.call(trashLinks, { linkIdArr: [link._id] })
  expect(await read()).toEqual({ ...never, explore: savedAt + 10_000, read: savedAt + 5000 })

  app.clock.now += 5000
  await ada.call(trashCollections, { folderIdArr: [parent] })
  expect(await read()).toEqual({ ...never, explore: savedAt + 10_000, read: savedAt + 15_000 })
})
