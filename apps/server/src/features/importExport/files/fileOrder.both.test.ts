import { copyCollection, createCollection, getTree } from '@nestmark/contract/collections'
import { reorderLinks } from '@nestmark/contract/links/linkOrder'
import { listCollectionLinks, saveLink } from '@nestmark/contract/links/links'
import { setPermissions } from '@nestmark/contract/sharing/share'
import type { LibraryFile } from '@nestmark/core/libraryFile/schema'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/support/app.ts'
import { stopIntact, waitForEnd } from '../../../test/support/jobs.ts'
import { type Person, signIn } from '../../../test/support/people.ts'
import { bookmarkText, exportText, importText } from './files.testing.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => stopIntact(app))

/** Dates that neither rise nor fall: only the file has the order. */
const rows = (...names: string[]) =>
  names
    .map(
      (name, n) => `<DT><A HREF="https://${name}.example/" ADD_DATE="15000000${(n * 7) % 10}0">${name}</A>\n`,
    )
    .join('')

/** Returns the names of a collection's links in manual order. */
async function namesIn(who: Person, name: string): Promise<string[]> {
  const { children } = await who.call(getTree, {})
  const folder_id = children.find(each => each.folder_name === name)!._id
  const { links } = await who.call(listCollectionLinks, { folder_id, sort: 'hand', order: 2 })
  return links.map(link => link.name)
}

test('IO-02 IO-03 folders keep the order of the file, after the links that were there; files have the order of a person', async () => {
  const ada = await signIn(app, 'ada', 2)
  const birds = (await ada.call(createCollection, { name: 'Birds' }))._id
  const wren = await ada.call(saveLink, { name: 'wren', category: 4, desc: 'x', parent: birds })
  app.clock.now = Date.now() + 1000
  const folder = (name: string, text: string) => `<DT><H3>${name}</H3><DL><p>\n${text}</DL><p>\n`
  const file = bookmarkText(folder('Birds', rows('d', 'a', 'c', 'b')) + folder('Fish', rows('z', 'x', 'y')))
  expect((await importText(app, ada, file)).report!.unsupported).toBeUndefined()
  expect(await namesIn(ada, 'Birds')).toEqual(['wren', 'd', 'a', 'c', 'b'])
  expect(await namesIn(ada, 'Fish')).toEqual(['z', 'x', 'y'])
  const [first] = (await ada.call(listCollectionLinks, { folder_id: birds, input: 'b' })).links
  await ada.call(reorderLinks, { links: [first!._id], before: wren._id })
  const order = ['b', 'wren', 'd', 'a', 'c']
  expect(await namesIn(ada, 'Birds')).toEqual(order)

  const html = await exportText(app, ada)
  expect([...html.matchAll(/<A [^>]*>(\w+)<\/A>/g)].map(match => match[1])).toEqual([...order, 'z', 'x', 'y'])
  const answer = await fetch(`${app.origin}/api/export-links`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ada.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ format: 'json', folder_id: birds }),
  })
  expect(((await answer.json()) as LibraryFile).links.map(link => link.title)).toEqual(order)
  const zoe = await signIn(app, 'zoe', 2)
  await importText(app, zoe, html)
  expect(await namesIn(zoe, 'Birds')).toEqual(order)

  await ada.call(setPermissions, { folder_id: birds, read: 3, write: 0 })
  const willem = await signIn(app, 'willem', 2)
  const { job } = await willem.call(copyCollection, { folder_id: birds })
  await waitForEnd(willem, job)
  expect(await namesIn(willem, 'Birds')).toEqual(order)
})

test('IO-03 formats without HTML keep the order too', async () => {
  const lena = await signIn(app, 'lena', 2)
  const bookmark = (name: string, n: number) => ({
    type: 'url',
    name,
    url: `https://${name}.example/`,
    date_added: String(13_200_000_000_000_000 + ((n * 7) % 10) * 1e9),
  })
  const chromium = {
    checksum: 'x',
    roots: {
      bookmark_bar: {
        type: 'folder',
        name: 'Bookmarks bar',
        children: [{ type: 'folder', name: 'Reeds', children: ['q', 'p', 's', 'r'].map(bookmark) }],
      },
      other: { type: 'folder', name: 'Other', children: [] },
      synced: { type: 'folder', name: 'Mobile', children: [] },
    },
    version: 1,
  }
  await importText(app, lena, JSON.stringify(chromium), { type: 'chromiumJson' })
  const { children } = await lena.call(getTree, {})
  const all = [...children, ...children.flatMap(each => each.children)]
  const reeds = all.find(each => each.folder_name === 'Reeds')!._id
  const { links } = await lena.call(listCollectionLinks, { folder_id: reeds, sort: 'hand', order: 2 })
  expect(links.map(link => link.name)).toEqual(['q', 'p', 's', 'r'])
})
