import {
  createCollection,
  deleteCollection,
  favouriteCollection,
  getTree,
  placeCollection,
} from '@nestmark/contract/collections'
import { saveHighlight } from '@nestmark/contract/highlights'
import { exportLibrary } from '@nestmark/contract/libraryExport'
import { saveNote } from '@nestmark/contract/linkNote'
import { reorderLinks } from '@nestmark/contract/linkOrder'
import { favouriteLink, saveLink, updateLink } from '@nestmark/contract/links'
import { addTags } from '@nestmark/contract/tags'
import type { LibraryFile } from '@nestmark/core/libraryFile/schema'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/support/app.ts'
import { toComparableLibrary } from '../../test/support/comparableLibrary.ts'
import { stopIntact } from '../../test/support/jobs.ts'
import { type Person, signIn } from '../../test/support/people.ts'
import { unzip } from '../../test/support/zip.ts'
import { importText } from '../importExport/files.testing.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => stopIntact(app))

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
const link = fc.record({
  kind: fc.constantFrom('page', 'picture', 'note', 'quote', 'list'),
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
  highlights: fc.array(fc.record({ text: name(30), comm: text(20), style: fc.constantFrom(1, 2, 3, 4) }), {
    maxLength: 2,
  }),
})
const library = fc.record({
  collections: fc.array(collection, { maxLength: 6 }),
  links: fc.array(link, { maxLength: 8 }),
  tags: fc.array(name(10), { maxLength: 3 }),
})
type Library = typeof library extends fc.Arbitrary<infer Value> ? Value : never

/** Returns a person with an empty library. */
async function begin(who: string): Promise<Person> {
  const person = await signIn(app, who, 2)
  for (const { _id } of (await person.call(getTree, {})).children)
    await person.call(deleteCollection, { folder_id: _id })
  return person
}

/** Builds a library by calls. Every item has another time. */
async function build(who: Person, { collections, links, tags }: Library): Promise<void> {
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
    // One address twice in a collection is one link to an import.
    const address = `https://site${n}.example${each.path}?n=${n}&amp;m=1`
    const parent = at(each.place)
    const { kind, name, desc, tags: tagged } = each
    const form = {
      page: { category: 3, link: address },
      picture: { category: 1, link: `${address}.png` },
      note: { category: 4 },
      quote: { category: 4, subCategory: 2, link: address },
      list: { category: 4, subCategory: 4, check_list: each.items },
    }[kind]
    const saved = await who.call(saveLink, { ...form, name, desc, tags: tagged, parent })
    const link_id = saved._id
    const before = firstLinks.get(parent)
    if (each.isFirst && before !== undefined) await who.call(reorderLinks, { links: [link_id], before })
    if (each.isFirst || before === undefined) firstLinks.set(parent, link_id)
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

/** Returns a person's nestmark.json, from the ZIP of everything. */
async function exportJson(who: Person): Promise<string> {
  const answer = await fetch(app.origin + (await who.call(exportLibrary, {})).url)
  const files = await unzip(Buffer.from(await answer.arrayBuffer()), path => path === 'nestmark.json')
  return files.get('nestmark.json')!.bytes.toString()
}

/** Returns what a library has in common with the one that an import of its nestmark.json gives, as docs/formats.md says. */
function toTaken(json: string) {
  const file = JSON.parse(json) as LibraryFile
  const whole = toComparableLibrary(file, new Map())
  const names = new Map(file.collections.map(each => [each.id, each.path]))
  return {
    tags: whole.tags,
    // The links of each collection in their manual order; collections of one path are in the order of the list.
    order: file.links.map(link => [names.get(link.collection ?? ''), link.title]),
    // The order is that of the list.
    collections: whole.collections.map(({ position: _p, favourite_at: _f, ...rest }) => rest),
    links: whole.links.map(({ favourite_at: _f, ...rest }) => rest),
    highlights: whole.highlights.map(({ highlights, ...page }) => ({
      ...page,
      highlights: highlights.map(({ anchor: _a, updated_at: _u, ...rest }) => rest),
    })),
  }
}

const runs = Number(process.env.RANDOM_LIBRARIES ?? 3)

test(
  'IO-02 IO-03 a random library is the same in an empty account after an import of its nestmark.json',
  async () => {
    const property = fc.asyncProperty(library, async made => {
      const [ada, zoe] = [await begin('ada'), await begin('zoe')]
      await build(ada, made)
      const written = await exportJson(ada)
      const { state, report } = await importText(app, zoe, written, { type: 'nestmarkJson' })
      expect([state, report!.links, report!.rows]).toEqual(['done', made.links.length, []])
      expect(toTaken(await exportJson(zoe))).toEqual(toTaken(written))
    })
    await fc.assert(property, { numRuns: runs, endOnFailure: true })
  },
  runs * 30_000,
)
