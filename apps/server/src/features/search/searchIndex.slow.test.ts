import { getTree } from '@nestmark/contract/collections'
import { listEncryptedLinks } from '@nestmark/contract/encryption/encryption'
import type { Input, Output } from '@nestmark/contract/operation'
import { createCollection } from '@nestmark/contract/collections'
import { favouriteLinks, listCollectionLinks, saveLink } from '@nestmark/contract/links/links'
import { countSearchResults, searchLibrary } from '@nestmark/contract/search/search'
import type { TreeNode } from '@nestmark/contract/shapes'
import { findNamed } from '@nestmark/core/searchIndex/filters'
import { LinkIndex } from '@nestmark/core/searchIndex/linkIndex'
import { parseFilter, parseSearch } from '@nestmark/core/searchQuery/query'
import { allFields, type TextField } from '@nestmark/core/searchQuery/textPlan'
import { describe, expect, test } from 'vitest'
import { type Person, signIn } from '../../test/support/people.ts'
import {
  ada,
  app,
  encrypt,
  folder,
  giveKey,
  key,
  openLink,
  sealLink,
  setUpFixture,
} from '../encryption/fixture.testing.ts'

setUpFixture()

/** A generator of the same numbers each time, from 0 up to but not `below`. */
function createRandom(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const words =
  'turf turfs turfhouse house houses Iceland icelandic reconstruction construct öfen Größe Ñandú 東京の喫茶店 京都 喫茶店をめぐる дёрна архитектура 🚀 in-depth over_view x'.split(
    ' ',
  )
const tags = ['iceland', 'ice', 'turf roof', 'Öfen', '東京', 'to read']
const hosts = ['example.org', 'turf.example.org', 'notexample.org', 'example.com:8080', 'house.example.com']

interface Made {
  name: string
  desc: string
  link: string
  category: number
  tags: string[]
  favourite: boolean
  /** The index of its collection. */
  place: number
}

function makeLibrary(seed: number, count: number): Made[] {
  const roll = createRandom(seed)
  const some = (most: number) =>
    Array.from({ length: 1 + roll(most) }, () => words[roll(words.length)]).join(' ')
  return Array.from({ length: count }, () => ({
    name: some(4),
    desc: some(6),
    link: `https://${hosts[roll(hosts.length)]}/${encodeURIComponent(some(2))}`,
    category: 1 + roll(5),
    tags: tags.filter(() => roll(4) === 0),
    favourite: roll(4) === 0,
    place: roll(3),
  }))
}

const placeNames = ['Research', 'Research notes', 'My research']

/** Creates the collections of a library. The second is in the first. */
async function createPlaces(person: Person, parent?: string): Promise<string[]> {
  const create = async (name: string, above?: string) =>
    (await person.call(createCollection, { name, parent: above }))._id
  const first = await create(placeNames[0]!, parent)
  return [first, await create(placeNames[1]!, first), await create(placeNames[2]!, parent)]
}

/** Saves a link. Later links are newer. */
async function save(person: Person, { place, favourite, ...form }: Made, places: string[]): Promise<string> {
  app.clock.now += 60_000
  const { _id } = await person.call(saveLink, { ...form, parent: places[place], plain: 1 })
  if (favourite) await person.call(favouriteLinks, { links: [_id], is_fav: 1 })
  return _id
}

/** The library of Ada is encrypted, and Bea has the same in plain text. */
async function fill(library: Made[]) {
  const bea = await signIn(app, 'bea', 2)
  const own = await createPlaces(ada, folder)
  const clear = await createPlaces(bea)
  for (const place of own) await giveKey(ada, place, key.raw)
  const changes = []
  for (const made of library) {
    await save(bea, made, clear)
    changes.push(await sealLink(key, await save(ada, made, own), made))
  }
  for (let at = 0; at < changes.length; at += 100) await encrypt(changes.slice(at, at + 100))
  return { bea, own, clear, index: await readIndex(library) }
}

/** Builds the index as the page does. */
async function readIndex(library: Made[]): Promise<LinkIndex> {
  const index = new LinkIndex()
  let after: string | null | undefined
  while (after !== null) {
    const page: Output<typeof listEncryptedLinks> = await ada.call(listEncryptedLinks, {
      bare: 1,
      ...(after !== undefined && { after }),
    })
    for (const link of page.links) {
      const { name, desc, link: address } = await openLink(key, link)
      index.put([
        {
          id: link._id,
          title: name,
          address,
          descr: desc,
          tags: link.tags.map(tag => tag.name),
          category: link.category,
          favourite: link.favourite === 1,
          createdAt: link.create_date,
          parent: link.parent,
        },
      ])
      opened.set(link._id, name + address + desc)
    }
    after = page.next
  }
  expect(index.size).toBe(library.length)
  return index
}

/** The texts of the links of the index. */
const opened = new Map<string, string>()

type Search = Omit<Input<typeof searchLibrary>, 'page' | 'open_keys' | 'type'> & {
  type?: keyof typeof fieldsOf
}

const fieldsOf = {
  link: allFields,
  linkTitle: ['title'],
  linkUrl: ['address'],
} satisfies Record<string, readonly TextField[]>

/** What the index finds, in its order, with the number of links of each category. */
async function findInIndex(index: LinkIndex, { input, type = 'link', category, order }: Search) {
  const query = parseSearch(input)
  const nodes = await listTree()
  const collections = query.collections.map(({ value, negative }) => ({
    ids: findNamed(nodes, value).flatMap(({ node, name }) =>
      name === 'Uncategorized' ? [node._id] : listIds(node),
    ),
    negative,
  }))
  const known = query.tags.length > 0 ? tags : []
  const { ids, ranks, counts } = index.search({
    query,
    fields: fieldsOf[type],
    names: { collections, tags: known },
    category,
    order,
  })
  return {
    found: ids.map((id, at) => [opened.get(id)!, ranks[at]!] as const),
    counts,
  }
}

/** What the server finds in the same library in plain text. */
async function findOnServer(person: Person, { type = 'link', ...search }: Search) {
  const found: (readonly [string, number])[] = []
  for (let page = 1; ; page++) {
    const answer = await person.call(searchLibrary, { ...search, type, page })
    found.push(...answer.links.map(({ name, link, desc, rank = 0 }) => [name + link + desc, rank] as const))
    if (found.length >= answer.total) break
  }
  const { category_counts: counts } = await person.call(countSearchResults, { input: search.input, type })
  return { found, counts }
}

const listIds = (node: TreeNode): string[] => [node._id, ...node.children.flatMap(listIds)]
async function listTree() {
  const flatten = (node: TreeNode): TreeNode[] => [node, ...node.children.flatMap(flatten)]
  return flatten(await ada.call(getTree, {})).map(node => ({ node, name: node.folder_name }))
}

const wordSearches = (
  'turf|tur|t|x|turf house|turf ho|"turf house"|"turf houses"|construct|ouse|land|ofen|grosse|NANDU|東京|' +
  '京|喫茶店|店をめ|дерн|итектур|🚀|in-depth|over view|turf -house|turf -"turf house"|-turf|-東京 house|tag:ice|' +
  'tag:ic|tag:"turf roof" house|-tag:iceland turf|tag:nothing|site:example.org|site:example.com turf|' +
  'site:example.com:8080|-site:example.org house|type:video turf|type:video type:note|-type:video house|' +
  'is:favourite|-is:favourite turf|in:research|in:"research notes" turf|-in:"my research" house|' +
  'in:uncategorized|turf in:content|turf -in:content|nothingatall|'
).split('|')

const searches: Search[] = [
  ...wordSearches.map(input => ({ input })),
  { input: 'turf', order: 1 },
  { input: 'turf', order: 2 },
  { input: 'tag:ice', order: 2 },
  { input: 'turf house', category: 3 },
  { input: 'turf', type: 'linkTitle' },
  { input: 'ouse', type: 'linkTitle' },
  { input: 'turf -house', type: 'linkTitle' },
  { input: 'turf', type: 'linkUrl' },
  { input: 'example org', type: 'linkUrl' },
]

describe('SRCH-07 the index of encrypted links', () => {
  test('finds, ranks and counts as the server does in the same library in plain text', async () => {
    const library = makeLibrary(7, 120)
    const { bea, index } = await fill(library)
    let hits = 0
    for (const search of searches) {
      const here = await findInIndex(index, search)
      expect(here, JSON.stringify(search)).toEqual(await findOnServer(bea, search))
      hits += here.found.length
    }
    expect(hits).toBeGreaterThan(library.length)
  })

  test('LINK-11 finds and sorts what the filter of a collection does in the same library in plain text', async () => {
    const library = makeLibrary(11, 120)
    const { bea, own, clear, index } = await fill(library)
    const texts =
      'turf|tur|t|turf house|"turf house"|ouse|итектур|京|turf -house|-turf|tag:ice|ice|🚀|%'.split('|')
    let hits = 0
    for (const input of texts)
      for (const sort of ['date', 'title', 'host'] as const)
        for (const order of [1, 2] as const) {
          const found = index.search({
            query: parseFilter(input),
            fields: allFields,
            names: { tags: [], collections: [{ ids: [own[0]!], negative: false }] },
            order,
            ...(sort !== 'date' && { sort }),
          })
          const titles = await listFiltered(bea, { folder_id: clear[0]!, input, sort, order })
          expect(
            found.ids.map(id => opened.get(id)),
            JSON.stringify({ input, sort, order }),
          ).toEqual(titles)
          hits += titles.length
        }
    expect(hits).toBeGreaterThan(library.length)
  })
})

/** The texts of all links in the filtered list of a collection. */
async function listFiltered(
  person: Person,
  filter: Omit<Input<typeof listCollectionLinks>, 'page'>,
): Promise<string[]> {
  const found: string[] = []
  for (let page = 1; ; page++) {
    const { links, total } = await person.call(listCollectionLinks, { ...filter, page })
    found.push(...links.map(({ name, link, desc }) => name + link + desc))
    if (found.length >= total) return found
  }
}
