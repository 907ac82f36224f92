import {
  createCollection,
  listDashboardCollections,
  listSubcollections,
  trashCollections,
  updateCollection,
} from '@nestmark/contract/collections'
import { moveLinks, trashLinks } from '@nestmark/contract/links/links'
import { setPermissions } from '@nestmark/contract/sharing/share'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/support/app.ts'
import { type Person, signIn } from '../../test/support/people.ts'

let app: TestApp
let ada: Person
beforeAll(async () => {
  app = await startApp()
  ada = await signIn(app, 'ada', 2)
})
afterAll(() => app.stop())

const create = async (name: string, parent?: string) =>
  (await ada.call(createCollection, { name, parent }))._id

/** Inserts links with pictures as rows: the test measures only reading. */
async function pictured(collection: string, names: readonly string[], from: number) {
  await app.services.db.write(async tx => {
    for (let at = 0; at < names.length; at += 500) {
      const part = names.slice(at, at + 500)
      await tx
        .insertInto('pictures')
        .values(
          part.map(name => ({
            id: name,
            owner_id: ada.id,
            width: 1,
            height: 1,
            large: Buffer.from('x'),
            small: Buffer.from('x'),
            created_at: 1,
          })),
        )
        .execute()
      await tx
        .insertInto('links')
        .values(
          part.map((name, n) => ({
            id: `link-${name}`,
            owner_id: ada.id,
            collection_id: collection,
            category: 3,
            sub_category: null,
            title: name,
            address: 'https://example.org/',
            compare_key: '',
            descr: '',
            picture_id: name,
            picture_source: null,
            video_type: 0,
            check_list: null,
            desc_toggle: 1,
            is_public: 0,
            is_scraped: 0,
            created_at: from + at + n,
            updated_at: from + at + n,
            version: 1,
            trashed_at: null,
            request_key: null,
          })),
        )
        .execute()
    }
    // The counters, which these rows leave out, would do this.
    await sql`update people set revision = revision + 1 where id = ${ada.id}`.execute(tx)
  })
}

const picturesOf = async (name: string) => {
  const { folders } = await ada.call(listDashboardCollections, { input: name })
  return folders[0]!.thumbnails.map(address => /pictures\/([\w-]+)/.exec(address)![1])
}

test('COL-02 a collection card shows the newest pictures of all descendants, without the trash', async () => {
  const top = await create('Deep')
  const inner = await create('Inner', top)
  const deepest = await create('Deepest', inner)
  await pictured(top, ['a1'], 1_000)
  await pictured(deepest, ['c1', 'c2', 'c3'], 2_000)
  expect(await picturesOf('Deep')).toEqual(['c3', 'c2', 'c1'])
  await pictured(inner, ['b1'], 3_000)
  expect(await picturesOf('Deep')).toEqual(['b1', 'c3', 'c2'])
  await ada.call(trashCollections, { folderIdArr: [deepest] })
  expect(await picturesOf('Deep')).toEqual(['b1', 'a1'])
  const { folders } = await ada.call(listSubcollections, { folder_id: top })
  expect(folders.map(folder => folder.thumbnails.length)).toEqual([1])
})

test('COL-02 the cover is the first picture, while its link is in the collection', async () => {
  const top = await create('Covered')
  const inner = await create('Within', top)
  await pictured(top, ['k1', 'k2', 'k3', 'k4'], 1_000)
  await pictured(inner, ['k5'], 900)
  await app.services.db.write(tx =>
    tx.updateTable('links').set({ picture_id: null }).where('id', '=', 'link-k4').execute(),
  )
  const set = (cover: string | null) => ada.call(updateCollection, { folder_id: top, cover })
  expect(await set('link-k1')).toMatchObject({ cover: 'link-k1', name: 'Covered' })
  expect(await picturesOf('Covered')).toEqual(['k1', 'k3', 'k2'])

  // A link that has no picture, is in another collection, or does not exist is not a cover.
  for (const id of ['link-k4', 'link-k5', 'nothing'])
    await expect(set(id)).rejects.toMatchObject({ code: 'links.notFound' })

  await ada.call(setPermissions, { folder_id: top, read: 3, write: 0 })
  const preview = async () =>
    /og:image" content="[^"]*pictures\/([^"]*)"/.exec(
      await (await fetch(`${app.origin}/c/${top}`)).text(),
    )?.[1]
  expect(await preview()).toBe('k1')
  await ada.call(moveLinks, { links: ['link-k1'], move_to: inner })
  expect(await picturesOf('Covered')).toEqual(['k3', 'k2', 'k1'])
  expect(await preview()).toBe('k3')
  await ada.call(moveLinks, { links: ['link-k1'], move_to: top })
  expect(await picturesOf('Covered')).toEqual(['k1', 'k3', 'k2'])
  await ada.call(trashLinks, { linkIdArr: ['link-k1'] })
  expect(await picturesOf('Covered')).toEqual(['k3', 'k2', 'k5'])
  expect((await ada.call(listSubcollections, { folder_id: top })).folder.cover).toBeNull()
  await set('link-k2')
  expect(await set(null)).toMatchObject({ cover: null })
  expect(await picturesOf('Covered')).toEqual(['k3', 'k2', 'k5'])
})

test('Z05 a reader cannot change the cover', async () => {
  const willem = await signIn(app, 'willem', 2)
  const top = await create('Readable')
  await pictured(top, ['r1'], 1_000)
  await ada.call(setPermissions, { folder_id: top, read: 1, write: 0, read_members: [willem.id] })
  await expect(willem.call(updateCollection, { folder_id: top, cover: 'link-r1' })).rejects.toMatchObject({
    code: 'collections.readOnly',
  })
})

test('COL-02 reads a page of collection cards above wide, deep and full trees quickly', async () => {
  for (let n = 0; n < 50; n++) {
    const top = await create(`Wide ${n}`)
    const rows = Array.from({ length: 400 }, (_, at) => ({
      id: `w${n}-${at}`,
      owner_id: ada.id,
      // A chain of twenty, and all others as siblings.
      parent_id: at > 0 && at < 20 ? `w${n}-${at - 1}` : top,
      name: `${at}`,
      name_key: `${at}`,
      descr: '',
      created_at: 1,
      updated_at: at,
    }))
    await app.services.db.write(async tx => {
      await tx.insertInto('collections').values(rows).execute()
    })
    if (n < 5)
      await pictured(
        top,
        Array.from({ length: 4_000 }, (_, at) => `w${n}p${at}`),
        5_000,
      )
    // PostgreSQL visits the subtree level by level, so the location of the newest pictures does not matter to it;
    // here both find one nearby.
    await pictured(`w${n}-399`, [`far${n}`], 4_000)
    if (n >= 5) await pictured(top, [`near${n}`], 5_000)
  }
  if (app.services.db.kind === 'postgres') await app.services.db.write(tx => sql`analyze`.execute(tx))
  const before = app.services.db.statements
  const { folders } = await ada.call(listDashboardCollections, { input: 'Wide' })
  expect(folders.every(folder => folder.thumbnails.length > 0)).toBe(true)
  expect(app.services.db.statements - before).toBeLessThan(8)
})
