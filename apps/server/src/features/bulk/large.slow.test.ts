import * as collections from '@nestmark/contract/collections'
import { undo } from '@nestmark/contract/jobs'
import * as links from '@nestmark/contract/links/links'
import { emptyTrash, listTrashedLinks } from '@nestmark/contract/trash'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkRows } from '../../db/statements/bulkRows.ts'
import { checkIntegrity } from '../../db/integrity.ts'
import { newId } from '../../db/newId.ts'
import { startApp, type TestApp } from '../../test/support/app.ts'
import { waitForEnd } from '../../test/support/jobs.ts'
import { type Person, signIn } from '../../test/support/people.ts'

let app: TestApp
let ada: Person
beforeAll(async () => {
  app = await startApp()
  ada = await signIn(app, 'ada', 2)
})
afterAll(() => app.stop())

const create = (name: string, parent?: string) => ada.call(collections.createCollection, { name, parent })
const folder = async (id: string) => (await ada.call(collections.getCollection, { folder_id: id })).folder
const total = async () => (await ada.call(links.listDashboardLinks, {})).total
/**
 * Updates the planner's statistics: PostgreSQL's autovacuum runs too late for rows that were inserted by one
 * statement.
 */
async function analyze(): Promise<void> {
  await sql`analyze`.execute(app.services.db.read)
}
async function findings() {
  await analyze()
  return (await checkIntegrity(app.services.db)).findings
}

/** Inserts a subtree with five sub-collections in each collection, in one statement. */
async function plant(parent: string, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, newId)
  const parentOf = (n: number) => (n === 0 ? parent : ids[Math.floor((n - 1) / 5)]!)
  const rows = ids.map((id, n) => [
    id,
    ada.id,
    parentOf(n),
    `Planted ${n}`,
    Math.max(0, Math.min(5, count - 1 - n * 5)),
  ])
  await app.services.db.write(async tx => {
    await sql`insert into collections (id, owner_id, parent_id, name, name_key, folder_count, created_at, updated_at)
      select d.a, d.b, d.c, d.d, lower(d.d), d.e, 1, 1 from
      (with d(a, b, c, d, e) as (${bulkRows(tx, ['text', 'text', 'text', 'text', 'int'], rows)}) select * from d) d`.execute(
      tx,
    )
    await sql`update collections set folder_count = folder_count + 1 where id = ${parent}`.execute(tx)
  })
  await analyze()
  return ids
}

test('COL-16 a job moves, trashes and restores a subtree of 10,000 collections, and loses nothing', async () => {
  const [from, to] = [await create('From'), await create('To')]
  const ids = await plant(from._id, 10_000)
  for (let n = 0; n < 5; n++)
    await ada.call(links.saveLinks, {
      parent: ids[9000 + n]!,
      links: Array.from({ length: 50 }, (_, i) => ({ name: `Deep ${i}`, desc: 'x', category: 4 })),
    })
  const top = ids[0]!
  const moved = await ada.call(collections.moveCollections, { folders: [top], move_to: to._id })
  // Two concurrent moves, each into the other: one succeeds, and there is no cycle.
  const race = await ada
    .call(collections.moveCollections, { folders: [to._id], move_to: ids[5000]! })
    .then(async other => (other.job ? (await waitForEnd(ada, other.job)).state : 'done'))
    .catch((error: { code: string }) => error.code)
  const states = [(await waitForEnd(ada, moved.job)).state, race]
  expect(states.filter(state => state === 'done')).toHaveLength(1)
  expect(['failed', 'collections.intoItself']).toContain(states.find(state => state !== 'done'))
  expect(await findings()).toEqual([])

  await waitForEnd(ada, (await ada.call(collections.trashCollections, { folderIdArr: [top] })).job)
  expect(await total()).toBe(0)
  const back = await ada.call(collections.trashCollections, { folderIdArr: [top], isTrash: 0 })
  await waitForEnd(ada, back.job)
  expect([
    await total(),
    (await ada.call(links.listCollectionLinks, { folder_id: top, include_sub: 1 })).total,
  ]).toEqual([250, 250])
  expect(await findings()).toEqual([])
})

test('COL-15 delete-folder-with-children and delete-links delete permanently, by a job when there are many', async () => {
  const outer = await create('Outer')
  const small = await create('Small', outer._id)
  const child = await create('Nested', small._id)
  const { links: saved } = await ada.call(links.saveLinks, {
    parent: child._id,
    links: Array.from({ length: 12 }, (_, n) => ({
      name: `Link ${n}`,
      desc: 'x',
      category: 4,
      tags: ['deleted'],
    })),
  })
  const before = await total()
  const [one, ...rest] = saved.map(link => link._id)
  expect(await ada.call(links.deleteLinks, { linkIdArr: [one!] })).toEqual({ changed: 1 })
  await expect(ada.call(links.getLink, { link_id: one! })).rejects.toMatchObject({ status: 404 })
  expect((await folder(child._id)).links_count).toBe(11)
  const many = await ada.call(links.deleteLinks, { linkIdArr: rest.slice(0, 8) })
  expect((await waitForEnd(ada, many.job)).bulk).toMatchObject({ changed: 8, left: 0 })
  expect(await total()).toBe(before - 9)
  expect(await ada.call(collections.deleteCollection, { folder_id: small._id })).toEqual({ changed: 1 })
  await expect(folder(child._id)).rejects.toMatchObject({ status: 404 })
  expect([(await folder(outer._id)).folder_count, await total()]).toEqual([0, before - 12])
  await expect(ada.call(collections.deleteCollection, { folder_id: ada.rootId })).rejects.toMatchObject({
    code: 'collections.rootFixed',
  })
  const xaver = await signIn(app, 'xaver')
  await expect(xaver.call(collections.deleteCollection, { folder_id: outer._id })).rejects.toMatchObject({
    status: 404,
  })

  const ids = await plant(outer._id, 3000)
  const inner = ids[1]!
  // A collection hidden by another trashed one is detached and deleted alone.
  await waitForEnd(ada, (await ada.call(collections.trashCollections, { folderIdArr: [ids[0]!] })).job)
  await waitForEnd(ada, (await ada.call(collections.deleteCollection, { folder_id: inner })).job)
  expect(await findings()).toEqual([])
  await waitForEnd(ada, (await ada.call(emptyTrash, { type: 1 })).job)
  await expect(folder(ids[0]!)).rejects.toMatchObject({ status: 404 })
  expect(await findings()).toEqual([])
})

test('TRSH-03 a job empties a trash of many links', async () => {
  const place = await create('Place')
  for (let n = 0; n < 7; n++)
    await ada.call(links.saveLinks, {
      parent: place._id,
      links: Array.from({ length: 100 }, (_, i) => ({ name: `Link ${i}`, desc: 'x', category: 4 })),
    })
  const trashed = await ada.call(links.trashLinks, { every: { folder_id: place._id } })
  expect((await waitForEnd(ada, trashed.job)).bulk?.changed).toBe(700)
  const emptied = await ada.call(emptyTrash, { type: 2 })
  expect((await waitForEnd(ada, emptied.job)).bulk).toMatchObject({ action: 'deleteLinks', changed: 700 })
  expect((await ada.call(listTrashedLinks, {})).total).toBe(0)
  // A permanent deletion cannot be undone.
  await expect(ada.call(undo, { undo: trashed.job! })).rejects.toMatchObject({ code: 'undo.expired' })
  expect(await findings()).toEqual([])
})
