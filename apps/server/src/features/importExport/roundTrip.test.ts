import {
  createCollection,
  deleteCollection,
  favouriteCollection,
  getTree,
  listFavouriteCollections,
  placeCollection,
} from '@nestmark/contract/collections'
import { getNote, saveNote } from '@nestmark/contract/linkNote'
import { favouriteLink, listDashboardLinks, saveLink, updateLink } from '@nestmark/contract/links'
import type { TreeNode } from '@nestmark/contract/shapes'
import { limits } from '@nestmark/core/limits'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkIntegrity } from '../../db/integrity.ts'
import { startApp, type TestApp } from '../../test/support/app.ts'
import { type Person, signIn } from '../../test/support/people.ts'
import { bookmarkText, exportText, importText } from './files.testing.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(async () => {
  expect((await checkIntegrity(app.services.db)).findings).toEqual([])
  await app.stop()
})

/** Deletes the collection that a new account has. */
async function clear(who: Person): Promise<void> {
  for (const { _id } of (await who.call(getTree, {})).children)
    await who.call(deleteCollection, { folder_id: _id })
}

/** Fills a library with everything that a file can contain. */
async function fill(who: Person): Promise<void> {
  const create = async (name: string, parent?: string, desc = '') =>
    (await who.call(createCollection, { name, parent, desc }))._id
  const [first, second] = [await create('First'), await create('Second', undefined, 'What is <read> & kept')]
  const deep = await create('Deep "quoted"', second)
  await create('Empty', deep)
  await who.call(placeCollection, { folder_id: second, before: first })
  await who.call(favouriteCollection, { folder_id: deep, is_fav: 1 })
  const forms = [
    {
      name: 'A page',
      link: 'https://example.org/?a=1&b=2',
      desc: 'Two\nlines',
      category: 3,
      tags: ['one', 'two'],
    },
    {
      name: 'A film',
      link: 'https://vimeo.com/76979871',
      category: 2,
      thumbnail: 'https://example.org/film.png',
    },
    { name: 'A picture', link: 'https://example.org/nest.png', category: 1, parent: second },
    { name: 'A sound', link: 'https://example.org/nest.mp3', category: 5, parent: deep, desc: 'Hidden' },
    { name: 'A note', desc: '  Only words, ' + 'many '.repeat(4000) + '.', category: 4, parent: deep },
    {
      name: 'A quote',
      desc: 'Said somewhere',
      category: 4,
      subCategory: 2,
      link: 'https://example.org/said',
    },
    {
      name: 'A list',
      category: 4,
      subCategory: 4,
      parent: first,
      check_list: [
        { text: 'Twigs & "moss"', done: true },
        { text: 'Down', done: false },
      ],
    },
    { name: 'Tagged', link: 'https://example.org/tags', category: 3, tags: ['b, with comma', 'a', 'ü'] },
  ]
  for (const form of forms) {
    app.clock.now += 1234
    const { _id, name } = await who.call(saveLink, form)
    if (name === 'A page' || name === 'A note') {
      await who.call(favouriteLink, { link_id: _id, is_fav: 1 })
      await who.call(saveNote, { link_id: _id, note: `Mine: ${name} <b>` })
    }
    app.clock.now += 1234
    if (name === 'A sound') await who.call(updateLink, { link_id: _id, desc_toggle: 0 })
  }
}

/** Returns everything in a library, without ids. */
async function readAll(who: Person) {
  const tree = await who.call(getTree, {})
  const paths = new Map<string, string>()
  const list = (node: TreeNode): string[] =>
    node.children.flatMap(child => {
      paths.set(child._id, child.path)
      return [child.path, ...list(child)]
    })
  const collections = list(tree)
  const folders = await who.call(listFavouriteCollections, {})
  const { links } = await who.call(listDashboardLinks, {})
  const all = []
  for (const link of links) {
    const { _id, parent, parent_name: _name, version: _version, thumbnail: _picture, tags, ...rest } = link
    const note = await who.call(getNote, { link_id: _id })
    const stored = await app.services.db.read
      .selectFrom('links')
      .select('picture_source')
      .where('id', '=', _id)
      .executeTakeFirstOrThrow()
    all.push({
      ...rest,
      ...stored,
      parent: paths.get(parent) ?? '',
      tags: tags.map(tag => tag.name),
      note: note?.note,
    })
  }
  return { collections, favourites: folders.map(each => [each.name, each.desc]), links: all }
}

test('IO-02 I04 a library with everything is restored completely from its own file', async () => {
  const ada = await signIn(app, 'ada', 2)
  const zoe = await signIn(app, 'zoe', 2)
  for (const who of [ada, zoe]) await clear(who)
  await fill(ada)
  const file = await exportText(app, ada)
  const { report, state } = await importText(app, zoe, file)
  expect([state, report!.links, report!.rows]).toEqual(['done', 8, []])
  expect(await readAll(zoe)).toEqual(await readAll(ada))
  // The file of the copy equals the first one, except for the pages of notes and the changes of collections.
  const plain = (text: string) =>
    text
      .replaceAll(/\/l\/[\w-]+"/g, '/l/"')
      .replaceAll(/(<H3 .*?) LAST_MODIFIED="\d+"(?: NM_CHANGED="\d+")?/g, '$1')
  expect(plain(await exportText(app, zoe))).toBe(plain(file))
})

test('IO-02 every row of the file has an address for browsers: a note without one has its page', async () => {
  const ada = await signIn(app, 'ada', 2)
  const { _id } = await ada.call(saveLink, { name: 'Words', desc: 'Only words', category: 4 })
  const file = await exportText(app, ada)
  expect(file.match(/<A (?!HREF=")/g)).toBeNull()
  expect(file).toContain(`HREF="${app.services.config.publicUrl}/l/${_id}"`)
})

test('IO-02 IO-03 private notes and checklists over the limits are shortened and reported', async () => {
  const ada = await signIn(app, 'ada', 2)
  const items = JSON.stringify([
    { text: 'y'.repeat(600) },
    ...Array.from({ length: 250 }, () => ({ text: 'x' })),
  ]).replaceAll('"', '&quot;')
  const { report } = await importText(
    app,
    ada,
    bookmarkText(
      `<DT><A HREF="https://a.example/" NM_REMARK="${'n'.repeat(300)}" NM_CHECKLIST="${items}">A</A>`,
    ),
  )
  expect(report!.rows).toEqual([
    { row: 1, reason: 'The private note was shortened' },
    { row: 1, reason: `Only the first ${limits.checkListItems} of 251 items were imported` },
    { row: 1, reason: `The item "${'y'.repeat(24)}…" was shortened` },
  ])
})

test('X04 user text cannot become markup in the file', async () => {
  const ada = await signIn(app, 'ada', 2)
  const row = `<DT><A HREF="https://example.org/?a=&quot;&gt;&lt;script&gt;" TAGS="&lt;b&gt;">&lt;/A&gt;&lt;script&gt;alert(1)&lt;/script&gt;</A>`
  await importText(app, ada, bookmarkText(row))
  expect(await exportText(app, ada)).not.toMatch(/<script/i)
})
