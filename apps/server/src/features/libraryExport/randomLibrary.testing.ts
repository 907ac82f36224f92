import {
  createCollection,
  deleteCollection,
  favouriteCollection,
  getTree,
  placeCollection,
} from '@nestmark/contract/collections'
import { saveHighlight } from '@nestmark/contract/highlights'
import { updateLinkCopies } from '@nestmark/contract/copies'
import { saveReadingPlace } from '@nestmark/contract/readingPlace'
import { escapeText } from '@nestmark/core/copy/escape'
import { exportLibrary } from '@nestmark/contract/libraryExport'
import { saveNote } from '@nestmark/contract/linkNote'
import { reorderLinks } from '@nestmark/contract/linkOrder'
import { favouriteLink, saveLink, updateLink } from '@nestmark/contract/links'
import { addTags } from '@nestmark/contract/tags'
import type { LibraryFile } from '@nestmark/core/libraryFile/schema'
import fc from 'fast-check'
import { expect } from 'vitest'
import type { TestApp } from '../../test/support/app.ts'
import { toComparableLibrary } from '../../test/support/comparableLibrary.ts'
import { filesRead } from '../../test/support/jobs.ts'
import { toAudio, toGif, uploadFile } from '../../test/support/files.ts'
import { type Person, signIn } from '../../test/support/people.ts'
import { unzip, type UnzippedFile } from '../../test/support/zip.ts'
import { importBytes } from '../importExport/files.testing.ts'

const signs = fc.constantFrom(...'aB1é漢"\'<>&,;|\\{}[]#: ', '\n', '\t', '😀')
const text = (maxLength: number) => fc.string({ unit: signs, maxLength })
/** A text that is not empty, whatever is trimmed. */
const name = (maxLength: number) => text(maxLength - 2).map(rest => `n${rest}`)
const collection = fc.record({
  name: name(20),
  desc: text(40),
  /** The one above it, among those before it. */
  parent: fc.option(fc.nat(7)),
  isFirst: fc.boolean(),
  isFavourite: fc.boolean(),
  hasCover: fc.boolean(),
})
const kinds = ['page', 'picture', 'note', 'quote', 'list'] as const
const link = fc.record({
  kind: fc.constantFrom(...kinds, 'sound', 'photo'),
  name: name(30),
  path: fc.webPath(),
  desc: name(40),
  tags: fc.array(name(10), { maxLength: 4 }),
  items: fc.array(fc.record({ text: text(20), done: fc.boolean() }), { minLength: 1, maxLength: 3 }),
  place: fc.option(fc.nat(7)),
  note: fc.option(name(20)),
  isFavourite: fc.boolean(),
  isDescHidden: fc.boolean(),
  /** First in the manual order of its collection, so far. */
  isFirst: fc.boolean(),
  /** Saved a second time, in the same place. */
  hasTwin: fc.boolean(),
  /** The versions of the page. */
  copies: fc.array(name(20), { maxLength: 2 }),
  keep: fc.option(fc.constantFrom('full', 'reader', 'never')),
  bytes: fc.integer({ min: 24, max: 5000 }),
  hasThumbnail: fc.boolean(),
  highlights: fc.array(fc.record({ text: name(30), comm: text(20), style: fc.constantFrom(1, 2, 3, 4) }), {
    maxLength: 2,
  }),
})
const toLibrary = <Link>(of: fc.Arbitrary<Link>) =>
  fc.record({
    collections: fc.array(collection, { maxLength: 6 }),
    links: fc.array(of, { maxLength: 8 }),
    tags: fc.array(name(10), { maxLength: 3 }),
  })
/** Random libraries with files and copies of pages, and without them, which are made faster. */
export const librariesWithFiles = toLibrary(link)
export const librariesWithoutFiles = toLibrary(
  fc.record({ base: link, kind: fc.constantFrom(...kinds) }).map(({ base, kind }) => ({
    ...base,
    kind,
    copies: [],
  })),
)
export type RandomLibrary = typeof librariesWithFiles extends fc.Arbitrary<infer Value> ? Value : never
type Library = RandomLibrary

/** Returns a person with an empty library. */
async function begin(app: TestApp, who: string): Promise<Person> {
  const person = await signIn(app, who, 2)
  for (const { _id } of (await person.call(getTree, {})).children)
    await person.call(deleteCollection, { folder_id: _id })
  return person
}

/** Builds a library by calls. Every item has another time. */
async function build(app: TestApp, who: Person, { collections, links, tags }: Library): Promise<void> {
  const ids: string[] = []
  const firstIn = new Map<string, string>()
  const at = (place: number | null) =>
    place === null || ids.length === 0 ? who.rootId : ids[place % ids.length]!
  for (const { name, desc, parent, isFirst, isFavourite } of collections) {
    app.clock.now += 1000
    const inside = at(parent)
    const { _id: folder_id } = await who.call(createCollection, { name, desc, parent: inside })
    const before = firstIn.get(inside)
    if (isFirst && before !== undefined) await who.call(placeCollection, { folder_id, before })
    if (isFirst || before === undefined) firstIn.set(inside, folder_id)
    if (isFavourite) await who.call(favouriteCollection, { folder_id, is_fav: 1 })
    ids.push(folder_id)
  }
  const firstLinks = new Map<string, string>()
  for (const [n, each] of links.entries()) {
    app.clock.now += 1000
    const address = `https://site${n}.example${each.path}?n=${n}&amp;m=1`
    const parent = at(each.place)
    const { kind, name, desc, tags: tagged } = each
    const form = {
      page: { category: 3, link: address },
      picture: { category: 1, link: `${address}.png` },
      note: { category: 4 },
      quote: { category: 4, subCategory: 2, link: address },
      list: { category: 4, subCategory: 4, check_list: each.items },
      sound: null,
      photo: null,
    }[kind]
    const saved = form
      ? await who.call(saveLink, { ...form, name, desc, tags: tagged, parent })
      : await saveUpload(app, who, { ...each, parent })
    const link_id = saved._id
    const before = firstLinks.get(parent)
    if (each.isFirst && before !== undefined) await who.call(reorderLinks, { links: [link_id], before })
    if (each.isFirst || before === undefined) firstLinks.set(parent, link_id)
    if (form && each.hasTwin && each.copies.length === 0)
      await who.call(saveLink, { ...form, name, desc, tags: tagged, parent })
    if (kind === 'page')
      for (const text of each.copies) {
        app.clock.now += 1000
        await keepPage(app, who, saved.link, text)
      }
    if (each.keep !== null) await who.call(updateLinkCopies, { link_id, keep: each.keep })
    if (kind === 'page' && each.copies.length > 0)
      await who.call(saveReadingPlace, { link_id, version: 1, offset: each.bytes })
    if (each.note !== null) await who.call(saveNote, { link_id, note: each.note })
    if (each.isFavourite) await who.call(favouriteLink, { link_id, is_fav: 1 })
    app.clock.now += 1000
    if (each.isDescHidden) await who.call(updateLink, { link_id, desc_toggle: 0 })
    for (const highlight of saved.link === '' ? [] : each.highlights) {
      app.clock.now += 1000
      await who.call(saveHighlight, { url: saved.link, title: name, ...highlight } as never)
    }
    // Only a link with a picture can be chosen as the cover, and no picture is fetched here.
    if (parent !== who.rootId && collections[ids.indexOf(parent)]?.hasCover)
      await app.services.db.write(tx =>
        tx.updateTable('collections').set({ cover_link_id: link_id }).where('id', '=', parent).execute(),
      )
  }
  if (tags.length > 0) await who.call(addTags, { tags })
}

/** Saves a link that consists of an uploaded file. */
async function saveUpload(
  app: TestApp,
  who: Person,
  { kind, name, desc, tags, bytes, hasThumbnail, parent }: Library['links'][number] & { parent: string },
) {
  const sound = { name: `${name}.mp3`, type: 'audio/mpeg' }
  const photo = { name: `${name}.gif`, type: 'image/gif' }
  const [content, file, category] =
    kind === 'sound' ? [toAudio(bytes), sound, 5] : [toGif(`a picture of ${bytes} pixels`), photo, 1]
  const key = await uploadFile(app, who, content, { ...file, parent })
  const thumb = hasThumbnail
    ? await uploadFile(app, who, toGif(`the cover of ${name}`), { ...photo, purpose: 'thumb', parent })
    : undefined
  return who.call(saveLink, { name, desc, tags, category, parent, s3_key: [{ file: key, thumb }] } as never)
}

/** Keeps a version of a page, as a program sends it. */
async function keepPage(app: TestApp, who: Person, address: string, text: string): Promise<void> {
  const words = `${text} The avocet sweeps its bill through the mud. `.repeat(20)
  const page = `<!doctype html><title>A page</title><article><p>${escapeText(words)}</p></article>`
  const body = new FormData()
  body.append('file', new Blob([page], { type: 'text/html' }), 'page.html')
  body.append('url', address)
  const headers = { authorization: `Bearer ${who.token}` }
  const answer = await fetch(`${app.origin}/api/keep-page-file`, { method: 'POST', headers, body })
  expect(await answer.json()).toMatchObject({ status: 200, data: { created: 0 } })
}

interface Exported {
  zip: Buffer
  data: LibraryFile
  files: Map<string, UnzippedFile>
}

/** Exports everything. */
async function exportAll(app: TestApp, who: Person): Promise<Exported> {
  const answer = await fetch(app.origin + (await who.call(exportLibrary, {})).url)
  const zip = Buffer.from(await answer.arrayBuffer())
  const files = await unzip(zip)
  return { zip, files, data: JSON.parse(files.get('nestmark.json')!.bytes.toString()) as LibraryFile }
}

/** Returns what a library has in common with the one that an import of its ZIP gives, as docs/formats.md says. */
function toTaken({ data, files }: Exported) {
  const whole = toComparableLibrary(data, files)
  const names = new Map(data.collections.map(each => [each.id, each.path]))
  return {
    tags: whole.tags,
    // The links of each collection in their manual order; collections of one path are in the order of the list.
    order: data.links.map(link => [names.get(link.collection ?? ''), link.title]),
    // The order is that of the list.
    collections: whole.collections.map(({ position: _p, favourite_at: _f, ...rest }) => rest),
    links: whole.links.map(({ favourite_at: _f, ...rest }) => rest),
    highlights: whole.highlights.map(({ highlights, ...page }) => ({
      ...page,
      highlights: highlights.map(({ anchor: _a, updated_at: _u, ...rest }) => rest),
    })),
  }
}

/**
 * Builds a library, exports everything and imports the ZIP into an empty account. Expects that nothing is left out, and that
 * the export of that account has the same.
 */
export async function expectRoundTrip(app: TestApp, made: RandomLibrary): Promise<void> {
  const [ada, zoe] = [await begin(app, 'ada'), await begin(app, 'zoe')]
  await build(app, ada, made)
  await filesRead(app)
  const written = await exportAll(app, ada)
  const { state, report } = await importBytes(app, zoe, written.zip)
  const beside = [...written.files.keys()].filter(path => path.includes('/'))
  const { links, files, filesLeft, rows } = report!
  expect([state, links, files, filesLeft, rows]).toEqual([
    'done',
    written.data.links.length,
    beside.length,
    0,
    [],
  ])
  await filesRead(app)
  expect(toTaken(await exportAll(app, zoe))).toEqual(toTaken(written))
}
