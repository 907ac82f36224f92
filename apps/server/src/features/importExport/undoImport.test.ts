import * as collections from '@nestmark/contract/collections'
import { listImports } from '@nestmark/contract/transfer/importExport'
import { type Job, undo } from '@nestmark/contract/jobs'
import { listDashboardLinks, moveLinks, saveLink } from '@nestmark/contract/links/links'
import { searchLibrary } from '@nestmark/contract/search/search'
import type { TreeNode } from '@nestmark/contract/shapes'
import { addTags, listTags, mergeTags, updateTag } from '@nestmark/contract/tags'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { checkIntegrity } from '../../db/integrity.ts'
import { startApp, type TestApp } from '../../test/support/app.ts'
import { deleteExpiredUndoRecords, undoMs } from '../../undo/store.ts'
import { waitForEnd } from '../../test/support/jobs.ts'
import { type Person, signIn } from '../../test/support/people.ts'

let app: TestApp
let ada: Person
beforeAll(async () => {
  app = await startApp()
})
beforeEach(async () => {
  ada = await signIn(app, 'ada', 2)
})
// The counters equal a recount, and the search index has exactly the links.
afterEach(async () => expect((await checkIntegrity(app.services.db)).findings).toEqual([]))
afterAll(() => app.stop())

async function importFile(
  rows: string,
  fields: Record<string, string> = {},
  tags: readonly string[] = [],
): Promise<Job> {
  const metas = tags.map(tag => `<META NAME="nestmark-tag" NM_TAG="${tag}">\n`).join('')
  const body = new FormData()
  body.append('type', 'html')
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  body.append(
    'file',
    new Blob([`<!DOCTYPE NETSCAPE-Bookmark-file-1>\n${metas}<DL><p>${rows}</DL><p>`]),
    'bookmarks.html',
  )
  const headers = { authorization: `Bearer ${ada.token}` }
  const answer = await fetch(`${app.origin}/api/import-bookmarks`, { method: 'POST', headers, body })
  const { data } = (await answer.json()) as { data: { job: string } }
  return waitForEnd(ada, data.job)
}

const link = (name: string) => `<DT><A HREF="https://example.org/${name}" TAGS="imported">${name}</A>`
const folder = (name: string, rows: string) => `<DT><H3>${name}</H3><DL><p>${rows}</DL><p>`
const many = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, n) => link(`link-${from + n}`)).join('')

const paths = (node: TreeNode): string[] => node.children.flatMap(child => [child.path, ...paths(child)])
const readPaths = async () =>
  paths(await ada.call(collections.getTree, {})).filter(path => path !== 'My First Folder')
const findId = async (path: string) => {
  const walk = (node: TreeNode): TreeNode | undefined =>
    node.path === path ? node : node.children.map(walk).find(Boolean)
  return walk(await ada.call(collections.getTree, {}))!._id
}
const readNames = async () => (await ada.call(listDashboardLinks, {})).links.map(each => each.name).toSorted()

async function undoAll(key: string) {
  const { job, changed, left } = await ada.call(undo, { undo: key })
  if (job === undefined) return { changed, left }
  const { state, bulk } = await waitForEnd(ada, job)
  expect(state).toBe('done')
  return { changed: bulk!.changed, left: bulk!.left }
}

test('IO-01 undo reverses an import with its collections; items that changed since, or existed before, remain', async () => {
  await ada.call(saveLink, { name: 'before', link: 'https://example.org/before', category: 3 })
  const existing = (await ada.call(collections.createCollection, { name: 'Merged' }))._id
  const job = await importFile(
    folder('Outer', many(0, 500) + folder('Inner', many(500, 900)) + folder('Used', link('in-used'))) +
      folder('Merged', link('in-merged')) +
      folder('Empty', '') +
      link('loose'),
  )
  expect(job.report?.links).toBe(903)
  const used = await findId('Outer / Used')
  await ada.call(saveLink, { name: 'own', link: 'https://example.org/own', category: 3, parent: used })
  const [moved] = (await ada.call(listDashboardLinks, { input: 'in-merged' })).links
  await ada.call(moveLinks, { links: [moved!._id], move_to: used })

  const before = await readPaths()
  expect(before).toContain('Outer / Inner')
  expect(await ada.call(listImports, {})).toMatchObject([
    { job: job.job, links: 903, folders: 4, undone: false },
  ])
  expect(await undoAll(job.job)).toEqual({ changed: 902 + 2, left: 1 + 2 })
  expect(await ada.call(listImports, {})).toMatchObject([{ job: job.job, undone: true }])
  // The record is deleted an hour after it was closed.
  app.clock.now += 2 * undoMs
  await app.services.db.write(tx => deleteExpiredUndoRecords(tx, app.clock.now))
  await app.services.db.write(tx => deleteExpiredUndoRecords(tx, app.clock.now))
  expect(await ada.call(listImports, {})).toMatchObject([{ job: job.job, undone: true }])
  expect(await readNames()).toEqual(['before', 'in-merged', 'own'])
  // The file's folder "Merged" was merged with the collection of that name.
  expect(await readPaths()).toEqual(before.filter(path => !['Empty', 'Outer / Inner'].includes(path)))
  expect((await ada.call(collections.getCollection, { folder_id: existing })).folder.links_count).toBe(0)
  await expect(ada.call(undo, { undo: job.job })).rejects.toMatchObject({ code: 'undo.expired' })
  // The same file adds everything again.
  expect((await importFile(folder('Outer', many(0, 3)))).report?.links).toBe(3)
})

test('IO-01 SRCH-07 a search finds what one import created, for its owner', async () => {
  await ada.call(saveLink, { name: 'before', link: 'https://example.org/before', category: 3 })
  const { job } = await importFile(folder('Outer', many(0, 3)))
  await importFile(link('later'))
  const names = async (person: Person, input: string) =>
    (await person.call(searchLibrary, { input })).links.map(each => each.name).toSorted()
  expect(await names(ada, `import:${job}`)).toEqual(['link-0', 'link-1', 'link-2'])
  expect(await names(ada, `import:${job} link-1`)).toEqual(['link-1'])
  expect(await names(ada, `-import:${job}`)).toEqual(['before', 'later'])
  // Their links exist, but the import is of another person.
  const rosa = await signIn(app, 'rosa', 2)
  await rosa.call(saveLink, { name: 'link-1', link: 'https://example.org/link-1', category: 3 })
  expect(await names(rosa, `import:${job}`)).toEqual([])
  await undoAll(job)
  expect(await names(ada, `import:${job}`)).toEqual([])
})

test('IO-01 undo reverses an import of folders only', async () => {
  const job = await importFile(
    Array.from({ length: 120 }, (_, n) => folder(`F${n}`, folder('G', ''))).join(''),
  )
  expect((await readPaths()).length).toBe(240)
  expect(await undoAll(job.job)).toEqual({ changed: 240, left: 0 })
  expect(await readPaths()).toEqual([])
})

test('IO-01 the undo removes the collection that an import created around itself, unless it contains other items', async () => {
  for (const rows of [folder('Inner', many(0, 3)), link('one'), folder('Inner', '')]) {
    const parent = (await ada.call(collections.createCollection, { name: 'Around' }))._id
    const { job } = await importFile(rows, { parent, is_new: '1' })
    expect((await undoAll(job)).left).toBe(0)
    expect(await readPaths()).toEqual([])
  }
  const parent = (await ada.call(collections.createCollection, { name: 'Around' }))._id
  const used = await importFile(folder('Inner', link('two')), { parent, is_new: '1' })
  await ada.call(saveLink, { name: 'own', link: 'https://example.org/own', category: 3, parent })
  expect((await undoAll(used.job)).left).toBe(1)
  expect(await readPaths()).toEqual(['Around'])
  // The top level is never new.
  const top = await importFile(folder('Inner', link('four')), { is_new: '1' })
  expect(await undoAll(top.job)).toMatchObject({ left: 0 })
  expect(await readPaths()).toEqual(['Around'])
  await ada.call(saveLink, { name: 'top', link: 'https://example.org/top', category: 3 })
  // A collection that existed before remains.
  const { job } = await importFile(folder('Inner', link('three')), {
    parent: (await ada.call(collections.createCollection, { name: 'Older' }))._id,
  })
  expect((await undoAll(job)).left).toBe(0)
  expect(await readPaths()).toEqual(['Around', 'Older'])
})

test('IO-01 Z01 only its owner can undo an import, for 30 days', async () => {
  const job = await importFile(link('one'))
  const rosa = await signIn(app, 'rosa')
  const later = app.clock.now + 60 * 86_400_000
  await app.services.db.write(tx => tx.updateTable('session').set({ expiresAt: later }).execute())
  await expect(rosa.call(undo, { undo: job.job })).rejects.toMatchObject({ code: 'undo.expired' })
  app.clock.now += 29 * 86_400_000
  const other = await importFile(link('two'))
  app.clock.now += 2 * 86_400_000
  await expect(ada.call(undo, { undo: job.job })).rejects.toMatchObject({ code: 'undo.expired' })
  expect(await undoAll(other.job)).toEqual({ changed: 1, left: 0 })
  expect(await readNames()).toEqual(['one'])
})

test('IO-01 the undo deletes tags without links that the import created, unless somebody used or changed them', async () => {
  await ada.call(addTags, { tags: ['old'] })
  const names = ['old', 'unused', 'used', 'renamed', 'merged-into', 'imported']
  const { job } = await importFile(link('one'), {}, names)
  const readTags = async () => (await ada.call(listTags, {})).map(tag => tag.name).toSorted()
  expect(await readTags()).toEqual(names.toSorted())
  const find = async (name: string) => (await ada.call(listTags, {})).find(tag => tag.name === name)!._id
  const own = { name: 'own', link: 'https://example.org/own', category: 3 as const }
  await ada.call(saveLink, { ...own, tags: ['used'] })
  await ada.call(updateTag, { tag_id: await find('renamed'), tag_name: 'renamed now' })
  await ada.call(addTags, { tags: ['other'] })
  await ada.call(mergeTags, { tags: [await find('other')], into: await find('merged-into') })
  expect((await undoAll(job)).left).toBe(0)
  // The tag of the link remains for its restoration from the trash.
  expect(await readTags()).toEqual(['imported', 'merged-into', 'old', 'renamed now', 'used'])
})
