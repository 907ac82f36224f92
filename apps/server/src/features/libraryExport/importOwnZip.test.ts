import { createCollection, favouriteCollection } from '@nestmark/contract/collections'
import { saveHighlight } from '@nestmark/contract/highlights'
import { exportLibrary } from '@nestmark/contract/libraryExport'
import { saveLink } from '@nestmark/contract/links'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/support/app.ts'
import { saveFile, toAudio } from '../../test/support/files.ts'
import { stopIntact, waitForEnd } from '../../test/support/jobs.ts'
import { type Person, signIn } from '../../test/support/people.ts'
import { unzip } from '../../test/support/zip.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => stopIntact(app))

async function exportZip(who: Person): Promise<Buffer<ArrayBuffer>> {
  const answer = await fetch(app.origin + (await who.call(exportLibrary, {})).url)
  return Buffer.from(await answer.arrayBuffer())
}

interface Data {
  collections: { path: string[]; description: string; favourite: boolean; id: string; created_at: number }[]
  links: Record<string, unknown>[]
  highlights: { address: string; title: string; highlights: Record<string, unknown>[] }[]
}

/** Returns what a ZIP has of a library, without ids. */
async function readData(zip: Buffer) {
  const files = await unzip(zip, path => path === 'nestmark.json')
  const data = JSON.parse(files.get('nestmark.json')!.bytes.toString()) as Data
  const paths = new Map(data.collections.map(each => [each.id, each.path]))
  return {
    collections: data.collections.map(({ path, description, favourite, created_at }) => ({
      path,
      description,
      favourite,
      created_at,
    })),
    links: data.links
      .filter(link => (link.files as unknown[]).length === 0)
      .map(({ id: _id, collection, ...link }) => ({ ...link, collection: paths.get(collection as string) }))
      .toSorted((one, other) => JSON.stringify(one).localeCompare(JSON.stringify(other))),
    highlights: data.highlights.map(({ highlights, ...page }) => ({
      ...page,
      highlights: highlights.map(({ text, comment, style }) => ({ text, comment, style })),
    })),
  }
}

test('IO-03 IO-02 the ZIP of everything, imported into an empty account, gives the same library but for its files', async () => {
  const ada = await signIn(app, 'ada', 2)
  const bob = await signIn(app, 'bob', 2)
  const food = await ada.call(createCollection, { name: 'Food & <more>', desc: 'About' })
  const slow = await ada.call(createCollection, { name: 'Slow', parent: food._id })
  const twin = await ada.call(createCollection, { name: 'Slow', parent: food._id })
  await ada.call(favouriteCollection, { folder_id: slow._id, is_fav: 1 } as never)
  await ada.call(saveLink, {
    name: 'Bread',
    link: 'https://bread.example/?a=1&copy=2',
    category: 3,
    parent: slow._id,
    tags: ['a, b', 'c'],
    desc: 'one\n\ntwo',
  } as never)
  await ada.call(saveLink, {
    name: 'A thought',
    desc: 'x'.repeat(6000),
    category: 4,
    parent: twin._id,
    check_list: [{ text: 'flour', done: true }],
  } as never)
  await ada.call(saveLink, { name: 'Top', link: 'https://top.example/', category: 3 })
  await saveFile(app, ada, toAudio(2000), { name: 'Heron.mp3' })
  await ada.call(saveHighlight, {
    url: 'https://bread.example/?a=1&copy=2',
    text: 'Crust',
    comm: 'wow',
    style: 3,
  } as never)
  const zip = await exportZip(ada)

  const body = new FormData()
  body.append('file', new Blob([zip]), 'nestmark.zip')
  const headers = { authorization: `Bearer ${bob.token}` }
  const answer = await fetch(`${app.origin}/api/import-bookmarks`, { method: 'POST', headers, body })
  const { data } = (await answer.json()) as { data: { job: string } }
  const { report } = await waitForEnd(bob, data.job)
  expect(report).toMatchObject({ format: 'nestmarkJson', links: 3, highlights: 1, skipped: 1, folders: 3 })
  expect(report!.rows.map(({ title, reason }) => [title, reason])).toEqual([
    ['Heron.mp3', 'Its file is not in this format'],
    ['files/', 'This file in the ZIP is not imported'],
  ])
  const [before, after] = [await readData(zip), await readData(await exportZip(bob))]
  // Each account begins with a collection of the same name, so that Bob has it once.
  expect(after.collections.toSorted(byPath)).toEqual(
    before.collections
      .map(each => (each.path[0] === 'My First Folder' ? expect.anything() : each))
      .toSorted(byPath),
  )
  expect(after.links).toEqual(before.links)
  expect(after.highlights).toEqual(before.highlights)
})

const byPath = (one: { path?: string[] }, other: { path?: string[] }) =>
  String(one.path).localeCompare(String(other.path))
