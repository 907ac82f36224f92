import {
  createCollection,
  deleteCollection,
  favouriteCollection,
  getTree,
  listFavouriteCollections,
  placeCollection,
} from '@nestmark/contract/collections'
import { getNote, saveNote } from '@nestmark/contract/links/linkNote'
import { getExportSize } from '@nestmark/contract/transfer/libraryExport'
import {
  favouriteLink,
  listDashboardLinks,
  saveLink,
  trashLinks,
  updateLink,
} from '@nestmark/contract/links/links'
import type { TreeNode } from '@nestmark/contract/shapes'
import { addTags, listTags } from '@nestmark/contract/tags'
import { limits } from '@nestmark/core/limits'
import { transferTexts } from '@nestmark/texts/transfer/importExport'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkIntegrity } from '../../../db/integrity.ts'
import { startApp, type TestApp } from '../../../test/support/app.ts'
import { saveFile, toAudio } from '../../../test/support/files.ts'
import { type Person, signIn } from '../../../test/support/people.ts'
import { bookmarkText, exportText, importText } from '../files/files.testing.ts'

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

test('I04 tags without links survive the round trip', async () => {
  const ada = await signIn(app, 'ada', 2)
  await ada.call(saveLink, { name: 'One', link: 'https://example.org/one', category: 3, tags: ['used'] })
  await ada.call(addTags, { tags: ['later, "maybe"', 'wish <list>', 'used'] })
  const file = await exportText(app, ada)
  const zoe = await signIn(app, 'zoe', 2)
  await importText(app, zoe, file)
  const namesOf = async (who: Person) =>
    (await who.call(listTags, {})).map(tag => [tag.name, tag.links_count])
  expect(await namesOf(zoe)).toEqual(await namesOf(ada))
  expect(await namesOf(zoe)).toHaveLength(3)
  // Also where all links are there already.
  const willem = await signIn(app, 'willem', 2)
  await importText(app, willem, file.replaceAll(/<META NAME="nestmark-tag".*\n/g, ''))
  expect(await namesOf(willem)).toHaveLength(1)
  await importText(app, willem, file)
  expect(await namesOf(willem)).toEqual(await namesOf(ada))
  // A long one is shortened, never within a character.
  const long = `${'x'.repeat(limits.tagName - 1)}🪺`
  await importText(app, zoe, file.replace('wish &lt;list&gt;', long))
  expect((await namesOf(zoe)).map(([name]) => name)).toContain('x'.repeat(limits.tagName - 1))
})

/** Fills a library with everything that a file can contain. */
async function fill(who: Person): Promise<void> {
  const create = async (name: string, parent?: string, desc = '') =>
    (await who.call(createCollection, { name, parent, desc }))._id
  const [first, second] = [
    await create('First'),
    await create('Second', undefined, 'What is <read> & stored'),
  ]
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
        { text: 'Sticks & "moss"', done: true },
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
    // Only a link with a picture can be chosen as the cover, and no picture is fetched here.
    if (name === 'A picture')
      await app.services.db.write(tx =>
        tx.updateTable('collections').set({ cover_link_id: _id }).where('id', '=', second).execute(),
      )
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
  const covers = await app.services.db.read
    .selectFrom('collections as c')
    .innerJoin('links as l', 'l.id', 'c.cover_link_id')
    .select(['c.name', 'l.title'])
    .where('c.owner_id', '=', who.id)
    .execute()
  return { collections, covers, favourites: folders.map(each => [each.name, each.desc]), links: all }
}

test('IO-02 I04 restores a library with everything completely from its own file', async () => {
  const ada = await signIn(app, 'ada', 2)
  const zoe = await signIn(app, 'zoe', 2)
  for (const who of [ada, zoe]) await clear(who)
  await fill(ada)
  const file = await exportText(app, ada)
  const { report, state } = await importText(app, zoe, file)
  expect([state, report!.links, report!.rows]).toEqual(['done', 8, []])
  const restored = await readAll(zoe)
  expect(restored.covers).toEqual([{ name: 'Second', title: 'A picture' }])
  expect(restored).toEqual(await readAll(ada))
  // The file of the copy equals the first one, except for the pages of notes.
  const plain = (text: string) => text.replaceAll(/\/l\/[\w-]+"/g, '/l/"')
  expect(plain(await exportText(app, zoe))).toBe(plain(file))
})

test('IO-02 every row of the file has an address for browsers: a note without one has its page', async () => {
  const ada = await signIn(app, 'ada', 2)
  const { _id } = await ada.call(saveLink, { name: 'Words', desc: 'Only words', category: 4 })
  const file = await exportText(app, ada)
  expect(file.match(/<A (?!HREF=")/g)).toBeNull()
  expect(file).toContain(`HREF="${app.services.config.publicUrl}/l/${_id}"`)
})

test('IO-02 I06 skips an uploaded file, which a bookmark file cannot contain, and counts it in the report', async () => {
  const ada = await signIn(app, 'ada', 2)
  const zoe = await signIn(app, 'zoe', 2)
  await saveFile(app, ada, toAudio(2000), { name: 'song.mp3' })
  await ada.call(saveLink, { name: 'Live', link: 'https://example.org', category: 3 })
  const { report } = await importText(app, zoe, await exportText(app, ada))
  expect(report).toMatchObject({
    links: 1,
    skipped: 1,
    rows: [{ row: 1, reason: 'Its file is not in this format' }],
    unsupported: [{ what: 'skippedFile', total: 1, rows: [1] }],
  })
  expect((await zoe.call(listDashboardLinks, {})).links.map(link => link.name)).toEqual(['Live'])
  expect(transferTexts.unsupported({ what: 'skippedFile', total: 7, rows: [] })).toBe(
    'Skipped 7: their files are not in this format. The ZIP of an export of everything has them.',
  )
})

test('IO-02 the file says how many encrypted links it leaves out', async () => {
  const ada = await signIn(app, 'ada', 2)
  const saved: string[] = []
  for (const name of ['Open', 'Sealed', 'Sealed too'])
    saved.push((await ada.call(saveLink, { name, link: 'https://example.org', category: 3 }))._id)
  expect(await exportText(app, ada)).not.toContain('encrypted')
  const setKey = (key_id: string | null) =>
    app.services.db.write(tx =>
      tx.updateTable('links').set({ key_id }).where('id', 'in', saved.slice(1)).execute(),
    )
  await setKey('a-key')
  expect(await ada.call(getExportSize, {})).toMatchObject({ links: 3, encrypted: 2 })
  app.clock.now += 6 * 60_000
  const file = await exportText(app, ada)
  expect(file).toContain('<!-- Not in this file: 2 encrypted links. -->')
  expect(file).not.toContain('Sealed')
  await ada.call(trashLinks, { linkIdArr: saved.slice(2) })
  expect(await ada.call(getExportSize, {})).toMatchObject({ encrypted: 1 })
  await setKey(null)
})

test('IO-02 IO-03 shortens and reports private notes and checklists over the limits', async () => {
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
  const link = { row: 1, title: 'A', address: 'https://a.example/' }
  expect(report!.rows).toEqual([
    { ...link, reason: 'The private note was shortened' },
    { ...link, reason: `Only the first ${limits.checkListItems} of 251 items were imported` },
    { ...link, reason: `The item "${'y'.repeat(24)}…" was shortened` },
  ])
})

test('X04 user text cannot become markup in the file', async () => {
  const ada = await signIn(app, 'ada', 2)
  const row = `<DT><A HREF="https://example.org/?a=&quot;&gt;&lt;script&gt;" TAGS="&lt;b&gt;">&lt;/A&gt;&lt;script&gt;alert(1)&lt;/script&gt;</A>`
  await importText(app, ada, bookmarkText(row))
  expect(await exportText(app, ada)).not.toMatch(/<script/i)
})
