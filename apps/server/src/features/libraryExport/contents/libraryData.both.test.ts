import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  createCollection,
  deleteCollection,
  favouriteCollection,
  getTree,
  placeCollection,
} from '@nestmark/contract/collections'
import { setCheckSchedule } from '@nestmark/contract/links/brokenLinks'
import { addFeed } from '@nestmark/contract/feeds'
import { saveHighlight } from '@nestmark/contract/reading/highlights'
import { exportLibrary } from '@nestmark/contract/transfer/libraryExport'
import { saveNote } from '@nestmark/contract/links/linkNote'
import { favouriteLink, saveLink } from '@nestmark/contract/links/links'
import { saveRule } from '@nestmark/contract/rules'
import { saveSearch } from '@nestmark/contract/search/savedSearches'
import { changeTheme, updateView } from '@nestmark/contract/session'
import { createShortLink, inviteMember, setPermissions } from '@nestmark/contract/sharing/share'
import { addTags } from '@nestmark/contract/tags'
import { librarySchemaPath } from '@nestmark/core/libraryFile/format'
import { librarySchema } from '@nestmark/core/libraryFile/jsonSchema'
import type { LibraryFile } from '@nestmark/core/libraryFile/schema'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/support/app.ts'
import { toComparableLibrary } from '../../../test/support/comparableLibrary.ts'
import { saveFile, toAudio } from '../../../test/support/files.ts'
import { type Person, signIn } from '../../../test/support/people.ts'
import { unzip } from '../../../test/support/zip.ts'
import { bookmarkText, importText } from '../../importExport/files/files.testing.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const isValid = new Ajv2020({ allErrors: true }).compile(librarySchema())

/** Exports everything, and returns nestmark.json, which matches the published schema, and the other files. */
async function exportData(who: Person) {
  const answer = await fetch(app.origin + (await who.call(exportLibrary, {})).url)
  const files = await unzip(Buffer.from(await answer.arrayBuffer()))
  const text = (path: string) => files.get(path)!.bytes.toString()
  const data = JSON.parse(text('nestmark.json')) as LibraryFile
  expect(isValid(data), JSON.stringify(isValid.errors)).toBe(true)
  // Readers recognise the file by its beginning.
  expect(text('nestmark.json')).toMatch(/^\{"format":"nestmark-library","version":1,/)
  return { data, text, files }
}

test('IO-02 nestmark.json has everything that a person has, and matches the published schema', async () => {
  const ada = await signIn(app, 'ada', 2)
  const rosa = await signIn(app, 'rosa', 2)
  for (const { _id } of (await ada.call(getTree, {})).children)
    await ada.call(deleteCollection, { folder_id: _id })
  const create = async (name: string, parent?: string) =>
    (await ada.call(createCollection, { name, ...(parent !== undefined && { parent }) }))._id
  const [birds, boats] = [await create('Birds'), await create('Boats')]
  const herons = await create('Herons', birds)
  await ada.call(placeCollection, { folder_id: boats, before: birds })
  await ada.call(favouriteCollection, { folder_id: herons, is_fav: 1 })
  await ada.call(setPermissions, {
    folder_id: birds,
    read: 3,
    write: 1,
    write_members: [rosa.id],
    read_members: [],
  } as never)
  await ada.call(inviteMember, { folder_id: boats, email: rosa.email, type: 'read' })
  const { short_link: short } = await ada.call(createShortLink, { folder_id: birds })
  const address = 'https://herons.example/'
  const link = await ada.call(saveLink, {
    name: '=Grey heron, "stands"',
    link: address,
    desc: 'In <shallow> water',
    category: 3,
    parent: herons,
    tags: ['water, still', 'bird'],
  })
  await ada.call(favouriteLink, { link_id: link._id, is_fav: 1 })
  await ada.call(saveNote, { link_id: link._id, note: 'Seen in May' })
  await ada.call(addTags, { tags: ['wish'] })
  await saveFile(app, ada, toAudio(2000), { name: 'Call.mp3', parent: herons })
  await ada.call(saveHighlight, { url: address, text: 'a wall of sod', comm: 'Check it', style: 3 } as never)
  await ada.call(saveSearch, { name: 'Water', input: 'tag:water' })
  await ada.call(saveRule, {
    conditions: { host: 'reed.example' },
    actions: { tags: ['reed'], collection: herons },
  })
  await ada.call(addFeed, { folder_id: herons, address: 'https://feeds.example/herons', tag: 'News' })
  await ada.call(setCheckSchedule, { schedule: 'monthly' })
  await ada.call(changeTheme, { theme: 2 })
  await ada.call(updateView, { view: { links: 3, folders: 3 } })
  await importText(app, ada, bookmarkText('<DT><A HREF="https://reed.example/">Reed</A>'))
  const hers = await rosa.call(saveLink, { name: 'Roofs', link: 'https://roofs.example/', category: 3 })

  const { data, text, files } = await exportData(ada)
  expect(data).toMatchObject({
    format: 'nestmark-library',
    version: 1,
    exported_at: app.clock.now,
    owner: { name: 'ada', email: ada.email },
    settings: {
      theme: 'system',
      view_links: 'mosaic',
      view_collections: 'compact',
      clipboard: null,
      check_links: 'monthly',
    },
    feeds: [{ collection: herons, address: 'https://feeds.example/herons', title: '', tag: 'News' }],
    tags: ['bird', 'water, still', 'wish'],
    searches: [{ name: 'Water', input: 'tag:water', type: 8, category: null, order: null }],
    rules: [
      {
        active: true,
        conditions: { host: 'reed.example' },
        actions: { tags: ['reed'], collection: herons },
      },
    ],
    imports: [{ links: 1, collections: 0, skipped: 0 }],
    on_links_of_others: [],
  })
  expect(data.collections.map(each => each.path)).toEqual([['Boats'], ['Birds'], ['Birds', 'Herons']])
  const [, inBirds, inHerons] = data.collections
  expect(inBirds).toMatchObject({
    parent: null,
    short_address: short,
    sharing: {
      public: true,
      suggestions: false,
      people: [{ name: 'rosa', email: rosa.email, role: 'write', since: expect.any(Number) }],
    },
  })
  expect(inHerons).toMatchObject({ parent: birds, favourite: true, favourite_at: expect.any(Number) })
  expect(inHerons).not.toHaveProperty('sharing')
  expect(data.links.find(each => each.id === link._id)).toMatchObject({
    collection: herons,
    description: 'In <shallow> water',
    private_note: 'Seen in May',
    tags: ['water, still', 'bird'],
    favourite_at: expect.any(Number),
  })
  expect(data.links.find(each => each.title === 'Call.mp3')?.files).toMatchObject([
    { kind: 'file', number: 0, name: 'Call.mp3', path: expect.stringMatching(/^files\/Birds\/Herons\/Call/) },
  ])
  expect(data.highlights).toMatchObject([
    { address, highlights: [{ text: 'a wall of sod', comment: 'Check it', style: 3 }] },
  ])
  // What a round trip compares: every part of it counts, ids do not.
  const whole = toComparableLibrary(data, files)
  expect(whole.links.find(each => each.title === 'Call.mp3')).toMatchObject({
    place: '/Birds/Herons',
    files: [{ bytes: expect.stringMatching(/^[\da-f]{64}$/) }],
  })
  expect(toComparableLibrary(JSON.parse(JSON.stringify(data).replaceAll(link._id, 'x')), files)).toEqual(
    whole,
  )
  for (const part of ['Seen in May', 'In <shallow>', 'water, still', 'Check it', 'Herons', 'mosaic']) {
    const other = JSON.parse(JSON.stringify(data).replaceAll(part, 'list')) as LibraryFile
    expect(toComparableLibrary(other, files), part).not.toEqual(whole)
  }
  // Nothing of anybody else's library.
  expect(JSON.stringify(data)).not.toContain(hers._id)

  const csv = text('nestmark.csv')
  expect(csv.split('\r\n')[0]).toBe(
    '\ufeffid,title,note,excerpt,url,folder,tags,created,cover,favorite,changed,type,checklist',
  )
  expect(csv).toContain(
    `"${link._id}","'=Grey heron, ""stands""","Seen in May","In <shallow> water","${address}","Birds / Herons"`,
  )
  expect(text('nestmark.md')).toContain(
    `## Birds\n\n\n### Herons\n\n- [=Grey heron, "stands"](${address}) #water,-still #bird\n\n  In \\<shallow\\> water\n\n  > Seen in May\n\n`,
  )
})

test('IO-02 nestmark.json has what a person noted and marked on the links of others', async () => {
  const ada = await signIn(app, 'ada', 2)
  const rosa = await signIn(app, 'rosa', 2)
  const shared = (await ada.call(createCollection, { name: 'Shared' }))._id
  const address = 'https://shared.example/'
  const { _id } = await ada.call(saveLink, { name: 'Reeds', link: address, category: 3, parent: shared })
  const share = (read: 0 | 1) =>
    ada.call(setPermissions, { folder_id: shared, read, write: 0, read_members: [rosa.id] } as never)
  await share(1)
  await rosa.call(favouriteLink, { link_id: _id, is_fav: 1 })
  await rosa.call(saveNote, { link_id: _id, note: 'Hers' })
  const { data } = await exportData(rosa)
  expect(data.on_links_of_others).toEqual([
    { title: 'Reeds', address, collection: 'Shared', favourite: true, private_note: 'Hers' },
  ])
  expect(data.links).toEqual([])
  await share(0)
  app.clock.now += 5 * 60_000
  expect((await exportData(rosa)).data.on_links_of_others).toEqual([])
})

test('IO-02 the server and the documentation have the schema of nestmark.json', async () => {
  const schema = JSON.parse(JSON.stringify(librarySchema()))
  const served = await fetch(app.origin + librarySchemaPath)
  expect(served.status).toBe(200)
  expect(await served.json()).toEqual(schema)
  const file = join(import.meta.dirname, '../../../../../../docs/nestmark-library-1.schema.json')
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(schema)
})
