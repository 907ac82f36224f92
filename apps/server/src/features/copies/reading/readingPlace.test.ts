import { deleteAccount } from '@nestmark/contract/accounts'
import { saveLink, trashLinks } from '@nestmark/contract/links/links'
import { createCollection } from '@nestmark/contract/collections'
import { getReadingPlace, saveReadingPlace } from '@nestmark/contract/reading/readingPlace'
import { setPermissions } from '@nestmark/contract/sharing/share'
import { deleteTrashedLinks } from '@nestmark/contract/trash'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/support/app.ts'
import { type Person, signIn, toOutcome } from '../../../test/support/people.ts'

let app: TestApp
let ada: Person
let rosa: Person
beforeAll(async () => {
  app = await startApp()
  ada = await signIn(app, 'ada', 2)
  rosa = await signIn(app, 'rosa', 2)
})
afterAll(() => app.stop())

const newLink = async (parent?: string) =>
  (
    await ada.call(saveLink, {
      link: 'example.org/turf',
      name: 'Turf',
      category: 3,
      ...(parent && { parent }),
    })
  )._id
const read = (link_id: string, who = ada) => who.call(getReadingPlace, { link_id })

test('READ-01 stores the latest position, even if an earlier one of a device that was offline arrives later', async () => {
  const link_id = await newLink()
  expect(await read(link_id)).toBeNull()
  await ada.call(saveReadingPlace, { link_id, version: 1, offset: 500, age: 60_000 })
  expect(await read(link_id)).toEqual({ version: 1, offset: 500, read_at: app.clock.now - 60_000 })
  await ada.call(saveReadingPlace, { link_id, version: 2, offset: 900 })
  await ada.call(saveReadingPlace, { link_id, version: 1, offset: 100, age: 30_000 })
  expect(await read(link_id)).toEqual({ version: 2, offset: 900, read_at: app.clock.now })
  // Back at the beginning is a place too.
  await ada.call(saveReadingPlace, { link_id, version: 2, offset: 0 })
  expect(await read(link_id)).toMatchObject({ offset: 0 })
})

test('READ-01 stores the latest of many concurrent saves, in one row', async () => {
  const link_id = await newLink()
  const ages = [40_000, 10_000, 30_000, 0, 20_000]
  await Promise.all(
    ages.map(age => ada.call(saveReadingPlace, { link_id, version: 1, offset: 50_000 - age, age })),
  )
  expect(await read(link_id)).toMatchObject({ offset: 50_000 })
})

test('READ-01 Z13 members of a shared collection have their own places, others none', async () => {
  const parent = (await ada.call(createCollection, { name: 'Shared' }))._id
  const link_id = await newLink(parent)
  const save = (who: Person) =>
    toOutcome(who.call(saveReadingPlace, { link_id, version: 1, offset: who === ada ? 10 : 20 }))
  expect(await save(rosa)).toBe('links.notFound')
  await ada.call(setPermissions, { folder_id: parent, read: 3, write: 0 })
  expect(await save(rosa)).toBe('copies.membersOnly')
  await ada.call(setPermissions, { folder_id: parent, read: 1, write: 0, read_members: [rosa.id] })
  await save(ada)
  expect(await read(link_id, rosa)).toBeNull()
  await save(rosa)
  expect([(await read(link_id))?.offset, (await read(link_id, rosa))?.offset]).toEqual([10, 20])
  await expect(app.as(null)(getReadingPlace, { link_id })).rejects.toThrow(/No Token Found!/)
})

test('READ-01 rejects an invalid reading position', async () => {
  const link_id = await newLink()
  for (const wrong of [
    { version: 0, offset: 0 },
    { version: 1, offset: -1 },
    { version: 1, offset: 0.5 },
    { version: 1, offset: 1e9 },
    { version: 1, offset: 0, age: -1 },
    { version: 1, offset: 0, age: 1e12 },
  ])
    await expect(ada.call(saveReadingPlace, { link_id, ...wrong })).rejects.toMatchObject({ status: 400 })
  expect(await read(link_id)).toBeNull()
})

test('READ-01 deletes the reading positions with their link', async () => {
  const link_id = await newLink()
  await ada.call(saveReadingPlace, { link_id, version: 1, offset: 10 })
  const places = () =>
    app.services.db.read
      .selectFrom('reading_places')
      .select('person_id')
      .where('link_id', '=', link_id)
      .execute()
  expect(await places()).toHaveLength(1)
  await ada.call(trashLinks, { linkIdArr: [link_id] })
  await ada.call(deleteTrashedLinks, { linkIdArr: [link_id] })
  expect(await places()).toEqual([])
})

test('READ-01 Z19 deletes the reading positions of a deleted account', async () => {
  const quinn = await signIn(app, 'quinn', 2)
  const parent = (await ada.call(createCollection, { name: 'Shared with Quinn' }))._id
  await ada.call(setPermissions, { folder_id: parent, read: 1, write: 0, read_members: [quinn.id] })
  const link_id = await newLink(parent)
  await quinn.call(saveReadingPlace, { link_id, version: 1, offset: 10 })
  await quinn.call(deleteAccount, {})
  const places = () =>
    app.services.db.read
      .selectFrom('reading_places')
      .select('person_id')
      .where('person_id', '=', quinn.id)
      .execute()
  await expect.poll(places, { timeout: 30_000 }).toEqual([])
})
