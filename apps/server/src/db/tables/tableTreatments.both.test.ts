import { deleteAccount } from '@nestmark/contract/accounts'
import { copyCollection, createCollection } from '@nestmark/contract/collections'
import { saveLink } from '@nestmark/contract/links/links'
import { answerOffer, offerCollection } from '@nestmark/contract/sharing/ownershipTransfer'
import { setPermissions } from '@nestmark/contract/sharing/share'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { libraryJson } from '../../features/libraryExport/contents/libraryJson.ts'
import { exportedFilesOf } from '../../features/libraryExport/contents/exportedFileQuery.ts'
import { startApp, type TestApp } from '../../test/support/app.ts'
import { waitForEnd } from '../../test/support/jobs.ts'
import { type Person, signIn } from '../../test/support/people.ts'
import { recordStatements } from '../../test/support/statements.ts'
import { textColumnsWhere } from '../../test/support/textColumns.ts'
import { listReferences, referencesTo, type TableName, tables } from './allTables.ts'
import { countRows, insertRowOfEach, password, type RowOwner, tableNames } from './rowOfEach.testing.ts'

let app: TestApp
let ada: Person
let willem: Person
let owner: RowOwner
/** The rows of each table before Ada's account existed, and when each table has rows of hers. */
let before: ReadonlyMap<TableName, number>
let full: ReadonlyMap<TableName, number>

beforeAll(async () => {
  app = await startApp()
})
beforeEach(async () => {
  willem = await signIn(app, 'willem', 2)
  before = await countRows(app)
  ada = await signIn(app, 'ada', 2)
  const collectionId = (await ada.call(createCollection, { name: 'Turf' }))._id
  await ada.call(createCollection, { name: 'Walls', parent: collectionId })
  const note = { name: 'Roof', desc: 'Of sod', category: 4 as const, link: '', parent: collectionId }
  const { _id: id } = await ada.call(saveLink, note)
  const { seq } = await app.services.db.read
    .selectFrom('links')
    .select('seq')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await ada.call(setPermissions, { folder_id: collectionId, read: 1, write: 0, read_members: [willem.id] })
  await ada.call(offerCollection, { folder_id: collectionId, person_id: willem.id })
  owner = { personId: ada.id, collectionId, link: { id, seq } }
  await insertRowOfEach(app, owner)
  full = await countRows(app)
})
afterAll(() => app.stop())

test('each table has a row of a person, or of nobody', () => {
  const missing = (name: TableName) => full.get(name) === (tables[name].owner === null ? 0 : before.get(name))
  expect(tableNames.filter(missing)).toEqual([])
})

test('Z19 the deletion of an account deletes its rows from each table, except those that the declarations give to nobody', async () => {
  await ada.call(deleteAccount, { password })
  const atOnce = await countRows(app)
  const late = (name: TableName) => tables[name].erasure === 'atOnce' && atOnce.get(name)! > before.get(name)!
  expect(tableNames.filter(late)).toEqual([])
  const open = () =>
    app.services.db.read
      .selectFrom('jobs')
      .select('id')
      .where('kind', '=', 'eraseLibrary')
      .where('finished_at', 'is', null)
      .execute()
  await expect.poll(open).toEqual([])
  expect(
    await textColumnsWhere(app.services.db.read, column => sql`${column} like ${`%${ada.id}%`}`),
  ).toEqual([])
  const after = await countRows(app)
  // Bytes without an owner are deleted later, and jobs of the deletion have no owner.
  const others: TableName[] = ['blobs', 'jobs']
  const hasMoreRows = (name: TableName) => !others.includes(name) && after.get(name)! > before.get(name)!
  const ofNobody = (name: TableName) =>
    tables[name].erasure === 'nothing' && full.get(name)! > before.get(name)!
  expect(tableNames.filter(hasMoreRows)).toEqual(tableNames.filter(ofNobody))
})

test('a transfer moves, ends and leaves rows as declared', async () => {
  /** The rows that reference the collection or the link. @param personId whose they are; anybody's by default */
  const countPart = (personId?: string) =>
    countRows(app, name => {
      const inside = listReferences(name).flatMap(({ column, table, key }) =>
        table === 'collections'
          ? [sql`${sql.ref(column)} = ${owner.collectionId}`]
          : table === 'links'
            ? [sql`${sql.ref(column)} = ${owner.link[key]}`]
            : [],
      )
      const { owner: whose } = tables[name]
      const isOwn = referencesTo(name, 'people').includes(whose ?? '') && personId !== undefined
      if (inside.length === 0) return sql`false`
      return sql`(${sql.join(inside, sql` or `)}) and ${isOwn ? sql`${sql.ref(whose!)} = ${personId}` : sql`true`}`
    })
  const [all, hers] = [await countPart(), await countPart(ada.id)]
  const { job } = await willem.call(answerOffer, { folder_id: owner.collectionId, accept: 1 })
  if (job) await waitForEnd(willem, job)
  const [allAfter, hersAfter, his] = [await countPart(), await countPart(ada.id), await countPart(willem.id)]
  const wrong = tableNames.filter(name => {
    switch (tables[name].transfer) {
      case undefined:
        return false
      case 'moves':
        return !(hers.get(name)! > 0 && his.get(name)! >= hers.get(name)! && isOwnedBy(name))
      case 'ends':
        return !(all.get(name)! > 0 && allAfter.get(name) === 0)
      case 'stays':
        return !(hers.get(name)! > 0 && hersAfter.get(name)! >= hers.get(name)!)
      case 'follows':
        return !(all.get(name)! > 0 && allAfter.get(name) === all.get(name))
      case 'ownCode':
        return !(all.get(name)! > 0 && (!isOwnedBy(name) || hersAfter.get(name) === 0))
    }
  })
  expect(wrong).toEqual([])
})

/** Returns whether a column of the table has the person whose the rows are. */
const isOwnedBy = (name: TableName) => referencesTo(name, 'people').includes(tables[name].owner ?? '')

test('a copy of a collection has rows in the tables that the declarations copy, and in no other part of it', async () => {
  const { job } = await ada.call(copyCollection, { folder_id: owner.collectionId })
  expect(await waitForEnd(ada, job)).toMatchObject({ state: 'done' })
  const after = await countRows(app)
  const copied = tableNames.filter(name => tables[name].copy && after.get(name)! > full.get(name)!)
  expect(copied.toSorted()).toEqual(tableNames.filter(name => tables[name].copy === 'copied').toSorted())
})

test('an export reads the tables that the declarations include, and none with secrets', async () => {
  const { db, record } = recordStatements(app.services)
  const sent = await record(async () => {
    const order = { ownerId: ada.id, rootId: ada.rootId, publicUrl: app.origin }
    for await (const part of libraryJson(db, order)) expect(part).not.toBe('')
    await exportedFilesOf(db.read, [owner.link.id])
  })
  await db.close()
  const read = tableNames.filter(name =>
    sent.some(query => new RegExp(`\\b(from|join) "?${name}"?(?![\\w"])`).test(query.sql)),
  )
  const included = tableNames.filter(name => tables[name].export === 'included')
  expect(included.filter(name => !read.includes(name))).toEqual([])
  expect(read.filter(name => tables[name].export === 'secret')).toEqual([])
})
