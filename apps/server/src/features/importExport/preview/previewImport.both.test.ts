import { createCollection, getTree } from '@nestmark/contract/collections'
import { type ImportChoices, previewImport, startImport } from '@nestmark/contract/transfer/importPreview'
import { jobStatus, undo } from '@nestmark/contract/jobs'
import { saveLink } from '@nestmark/contract/links/links'
import type { TreeNode } from '@nestmark/contract/shapes'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readRow } from '../../../db/statements/readRow.ts'
import { startApp, type TestApp } from '../../../test/support/app.ts'
import { stopIntact, waitForEnd } from '../../../test/support/jobs.ts'
import { type Person, signIn } from '../../../test/support/people.ts'
import { bookmarkText, importText } from '../files/files.testing.ts'
import { deleteOldPreviewFiles, hasFile } from './previewStore.ts'

let app: TestApp
let ada: Person
let people = 0
beforeAll(async () => {
  app = await startApp()
})
beforeEach(async () => {
  ada = await signIn(app, `ada${people++}`, 2)
})
afterAll(() => stopIntact(app))

const link = (name: string, attributes = '', note = '') =>
  `<DT><A HREF="https://${name}.example/" ${attributes}>${name}</A>\n${note && `<DD>${note}\n`}`
const folder = (name: string, rows: string) => `<DT><H3>${name}</H3>\n<DL><p>\n${rows}</DL><p>\n`
const file = bookmarkText(
  folder(
    'Kitchen',
    link('bread', 'ADD_DATE="1262304000" TAGS="food"') +
      link('known', 'TAGS="old"', 'A note') +
      folder('Pans', link('pan', 'ADD_DATE="1420070400" TOREAD="1"')),
  ) +
    link('bare') +
    '<DT><A HREF="javascript:alert(1)">Script</A>\n',
)

const preview = (text = file, type = 'html') => importText(app, ada, text, { preview: '1', type })
const again = async (job: string, choices: Partial<ImportChoices>) =>
  waitForEnd(ada, (await ada.call(previewImport, { job, choices })).job)
const start = async (job: string, choices: Partial<ImportChoices> = {}) =>
  waitForEnd(ada, (await ada.call(startImport, { job, choices })).job)

/** Returns how many rows the tables of libraries have. */
async function countRows(): Promise<number[]> {
  const tables = ['links', 'collections', 'tags', 'link_tags', 'link_notes', 'undo_records'] as const
  const counts: number[] = []
  for (const table of tables) {
    const { n } = await readRow(
      app.services.db.read,
      sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`,
    )
    counts.push(Number(n))
  }
  return counts
}

/** Saves what the file has already: a collection of the same name with a link of the same address. */
async function saveKnown(): Promise<{ known: string }> {
  const { _id: kitchen } = await ada.call(createCollection, { name: 'Kitchen' })
  const { _id: known } = await ada.call(saveLink, {
    parent: kitchen,
    name: 'Known',
    link: 'https://known.example',
    category: 3,
    tags: ['mine'],
  })
  return { known }
}

const namesIn = (node: TreeNode): string[] =>
  node.children.flatMap(child => [child.path.split(' / ').at(-1) ?? '', ...namesIn(child)])
const readTree = async () =>
  namesIn(await ada.call(getTree, {}))
    .filter(name => name !== 'My First Folder')
    .toSorted()

test('IO-01 a preview reports what an import would do, and writes nothing', async () => {
  await saveKnown()
  const before = await countRows()
  const { state, kind, report } = await preview()
  expect([state, kind]).toEqual(['done', 'previewImport'])
  expect(report).toMatchObject({ links: 3, added: 1, folders: 1, skipped: 1 })
  expect(report?.existing).toEqual({ total: 1, links: [] })
  expect(report?.preview).toMatchObject({
    tags: 2,
    depth: 2,
    size: file.length,
    reasons: [{ reason: 'Addresses with javascript: are not imported', total: 1 }],
    years: [
      { year: 2010, links: 1 },
      { year: 2015, links: 1 },
    ],
    tree: [
      { name: 'Kitchen', level: 0, links: 2, joins: true },
      { name: 'Pans', level: 1, links: 1, joins: false },
    ],
    folders: 2,
    top: 1,
  })
  expect(await countRows()).toEqual(before)
})

test('IO-01 other choices change the preview, and the import does what the preview says', async () => {
  const { known } = await saveKnown()
  const before = await countRows()
  const { job } = await preview()
  const apart = await again(job, {
    same_named: 'apart',
    existing: 'keepBoth',
    where: 'new',
    name: 'From a file',
  })
  expect(apart.report).toMatchObject({ links: 4, folders: 3, skipped: 1 })
  expect(apart.report?.preview?.tree[0]).toEqual({
    name: 'Kitchen',
    level: 0,
    links: 3,
    joins: false,
    place: 1,
  })
  const asTags = await again(job, { folders: 'tags', existing: 'leaveOut', states_as_tags: 1 })
  expect(asTags.report).toMatchObject({ links: 3, folders: 0, skipped: 2 })
  expect(asTags.report?.preview).toMatchObject({ tree: [], top: 3, tags: 4 })
  expect(await countRows()).toEqual(before)

  // The default: saved links get tags and notes.
  const done = await start(job)
  expect(done.report).toMatchObject({ links: 3, added: 1, folders: 1, skipped: 1 })
  expect(done.report?.preview).toBeUndefined()
  expect(await readTree()).toEqual(['Kitchen', 'Pans'])
  const read = async () => {
    const { db } = app.services
    const tags = await sql<{ name: string }>`select t.name from tags t join link_tags lt on lt.tag_seq = t.seq
      join links l on l.seq = lt.link_seq where l.id = ${known} order by lt.position`.execute(db.read)
    const notes = await sql<{ note: string }>`select note from link_notes where link_id = ${known}`.execute(
      db.read,
    )
    return [tags.rows.map(row => row.name), notes.rows.map(row => row.note)]
  }
  expect(await read()).toEqual([['mine', 'old'], ['A note']])
  // A repeated call is the same import.
  expect(await ada.call(startImport, { job })).toEqual({ job })
  expect((await ada.call(jobStatus, { job })).report).toMatchObject({ links: 3 })
  await expect(ada.call(previewImport, { job })).rejects.toMatchObject({ code: 'transfer.previewEnded' })

  const { job: undoing } = await ada.call(undo, { undo: job })
  if (undoing) await waitForEnd(ada, undoing)
  expect(await readTree()).toEqual(['Kitchen'])
  expect(await read()).toEqual([['mine'], []])
})

test('IO-01 an import after a preview goes where the choices say', async () => {
  await saveKnown()
  const inNew = await start((await preview()).job, {
    where: 'new',
    name: 'From a file',
    existing: 'keepBoth',
  })
  expect(inNew.report).toMatchObject({ links: 4, folders: 3 })
  expect(await readTree()).toEqual(['From a file', 'Kitchen', 'Kitchen', 'Pans'])

  const { _id: parent } = await ada.call(createCollection, { name: 'Place' })
  const tags = { folders: 'tags', states_as_tags: 1, existing: 'keepBoth' } as const
  const { report } = await start((await preview()).job, { where: 'into', parent, ...tags })
  expect(report).toMatchObject({ links: 4, folders: 0 })
  expect(report?.unsupported).toBeUndefined()
  const { rows } = await sql<{
    name: string
  }>`select distinct t.name from tags t join link_tags lt on lt.tag_seq = t.seq
    join links l on l.seq = lt.link_seq where l.collection_id = ${parent}`.execute(app.services.db.read)
  expect(new Set(rows.map(row => row.name))).toEqual(new Set(['Kitchen', 'Pans', 'food', 'old', 'unread']))
})

test('IO-01 Z01 a preview is its owner’s only, for a day, and one at a time', async () => {
  const { job } = await preview()
  const rosa = await signIn(app, `rosa${people}`, 2)
  for (const op of [previewImport, startImport])
    await expect(rosa.call(op, { job })).rejects.toMatchObject({ code: 'jobs.notFound' })
  const { _id: theirs } = await rosa.call(createCollection, { name: 'Theirs' })
  await expect(
    ada.call(startImport, { job, choices: { where: 'into', parent: theirs } }),
  ).rejects.toMatchObject({
    code: 'collections.notFound',
  })
  // A new file takes the place of the previous one.
  const next = await preview()
  await expect(ada.call(startImport, { job })).rejects.toMatchObject({ code: 'jobs.notFound' })
  app.clock.now += 86_400_000
  await expect(ada.call(startImport, { job: next.job })).rejects.toMatchObject({
    code: 'transfer.previewEnded',
  })
  expect(await readTree()).toEqual([])
  const { db, clock } = { db: app.services.db, clock: app.clock }
  await db.write(tx => deleteOldPreviewFiles(tx, clock.now + 1))
  expect(await hasFile(db.read, next.job)).toBe(false)
})

test('IO-01 I03 the preview of a file that breaks off says where, and an empty one has no links', async () => {
  const { report } = await preview(
    `${file.slice(0, file.indexOf('javascript') - 20)}<DT><A HREF="https://cut.exam`,
  )
  expect(report?.preview?.broken).toEqual({ row: 5, reason: 'The file ends in the middle of this link' })
  expect(report?.links).toBe(4)
  const empty = await preview(bookmarkText(''))
  expect(empty).toMatchObject({ state: 'done', done: 0, report: { links: 0 } })
})

test('IO-01 the import has no rows of omitted folders, and the preview names them', async () => {
  const text = bookmarkText(
    folder('Kitchen', link('bread') + folder('Pans', link('pan') + folder('Iron', link('iron')))) +
      folder('Kitchen', link('second')) +
      link('bare'),
  )
  const { job } = await preview(text)
  // The second folder of the file is 'Pans', the fourth the other 'Kitchen'.
  const choices = { left_out: [2, 4] }
  const { report } = await again(job, choices)
  expect(report).toMatchObject({ links: 2, folders: 1, skipped: 3 })
  expect(report?.preview).toMatchObject({
    folders: 1,
    reasons: [{ reason: 'In a folder that you left out', total: 3 }],
    tree: [
      { name: 'Kitchen', place: 1, links: 1 },
      { name: 'Pans', place: 2, level: 1, links: 0, left_out: true },
      { name: 'Kitchen', place: 4, level: 0, left_out: true },
    ],
  })
  expect((await start(job, choices)).report).toMatchObject({ links: 2, folders: 1, skipped: 3 })
  expect(await readTree()).toEqual(['Kitchen'])
})

test('IO-03 guesses what the columns of an unknown table are, and lets the user choose', async () => {
  const text = 'Bread;https://bread.example/;2020-01-02;sour\nRye;https://rye.example/;2021-01-02;dark\n'
  const { job, report } = await preview(text, '')
  expect(report).toMatchObject({ format: 'csv', links: 2, skipped: 0 })
  expect(report?.preview?.columns).toEqual([
    { name: '', sample: 'Bread', role: 'title' },
    { name: '', sample: 'https://bread.example/', role: 'address' },
    { name: '', sample: '2020-01-02', role: 'added' },
    { name: '', sample: 'sour', role: 'note' },
  ])
  const chosen = await again(job, { columns: ['folder', 'address', 'added', 'tags'] })
  expect(chosen.report?.preview?.columns?.map(each => each.role)).toEqual([
    'folder',
    'address',
    'added',
    'tags',
  ])
  expect(chosen.report?.preview).toMatchObject({
    tags: 2,
    notes: 0,
    tree: [{ name: 'Bread' }, { name: 'Rye' }],
  })
  await start(job, { columns: ['folder', 'address', 'added', 'tags'] })
  expect(await readTree()).toEqual(['Bread', 'Rye'])
})
