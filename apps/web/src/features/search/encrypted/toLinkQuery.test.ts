import { getTree } from '@nestmark/contract/collections'
import { getSharedTrees } from '@nestmark/contract/sharing/share'
import type { Link, TreeNode } from '@nestmark/contract/shapes'
import { listTags } from '@nestmark/contract/tags'
import { beforeEach, expect, test } from 'vitest'
import { keyRing } from '../../../lib/encryption/keyRing.ts'
import { makeLink, makeTags, makeTestKey, sealTestLink } from '@nestmark/client/encryption/testKeys.testing'
import { fakePage, replaceGlobal } from '../../../lib/fakePage.testing.ts'
import { refreshIndex } from './encryptedIndex.ts'
import { fakeIndexServer } from './fakeIndexServer.testing.ts'
import { indexWorker } from './indexTasks.ts'
import { readsTexts } from './searchedFields.ts'
import { type FilteredPlace, toLinkQuery, type TypedSearch } from './toLinkQuery.ts'

const node = (id: string, folder_name: string, children: TreeNode[] = []): TreeNode => ({
  _id: id,
  folder_name,
  path: folder_name,
  links_count: 1,
  category_counts: [],
  children,
})
/** `root` has “Papers” with “Inner”, and “Beside”; another person shares “Papers” too. */
const root = node('root', 'Uncategorized', [
  node('papers', 'Papers', [node('inner', 'Inner')]),
  node('beside', 'Beside'),
])

const made: (Partial<Link> & { id: string })[] = [
  { id: 'walls', name: 'Turf walls', desc: 'Layers and drains', link: 'https://zebra.example.org/turf' },
  { id: 'paper', name: 'Plain paper', desc: 'Turf in passing', link: 'https://openheat.example.net/1' },
  {
    id: 'film',
    name: 'Astroturf',
    tags: makeTags('roof'),
    category: 2,
    link: 'https://apple.example.org/',
    favourite: 1,
  },
  { id: 'below', name: 'turf below', parent: 'inner' },
  { id: 'besides', name: 'turf beside', parent: 'beside' },
  { id: 'theirs', name: 'turf of others', parent: 'shared' },
  { id: 'loose', name: 'turf without a collection', parent: 'root' },
]

let client: ReturnType<typeof fakeIndexServer>
beforeEach(async () => {
  fakePage()
  client = fakeIndexServer()
  client.answer(getTree, () => root)
  client.answer(getSharedTrees, () => [{ type: 'read' as const, tree: node('shared', 'Papers') }])
  client.answer(listTags, ({ input }) =>
    makeTags('roof', 'roofing')
      .filter(({ name }) => name.includes(input ?? ''))
      .map(tag => ({ ...tag, links_count: 1 }) as never),
  )
  const key = await makeTestKey('papers')
  keyRing.save([key.record], 0)
  for (const [at, { id, ...part }] of made.entries())
    client.links.own.set(id, await sealTestLink(key, makeLink(id, { desc: '', create_date: at, ...part })))
  await refreshIndex([key.kid], new AbortController().signal)
})

/** Returns the ids that a search finds, the oldest first unless it has another order. */
async function find(input: string, more: Partial<TypedSearch> = {}, plan = 3): Promise<string[]> {
  const query = await toLinkQuery({ input, type: 'everything', order: 2, ...more }, plan)
  return (await indexWorker.run('search', query)).ids
}
const filter = (input: string, place: Partial<FilteredPlace> = {}, more: Partial<TypedSearch> = {}) =>
  find(input, { within: { folderId: 'papers', sub: false, favourite: false, ...place }, ...more })

test.each<[string, string[]]>([
  ['layers', ['walls']],
  ['zebra', ['walls']],
  ['"in passing"', ['paper']],
  ['turf -passing -roof -of', ['walls', 'below', 'besides', 'loose']],
  ['site:zebra.example.org', ['walls']],
  ['tag:roof', ['film']],
  ['turf -tag:roof in:inner', ['below']],
  ['turf in:papers', ['walls', 'paper', 'film', 'below', 'theirs']],
  ['turf -in:papers', ['besides', 'loose']],
  ['in:uncategorized', ['loose']],
  ['in:dashboard', ['loose']],
  ['is:favourite', ['film']],
  ['type:video turf', ['film']],
])('SRCH-07 “%s” finds encrypted links as the server finds others', async (input, ids) => {
  expect(await find(input)).toEqual(ids)
})

test('SRCH-07 without an order the best comes first: a match in the title before one in the text', async () => {
  const query = await toLinkQuery({ input: 'turf in:papers', type: 'everything' }, 3)
  const { ids } = await indexWorker.run('search', query)
  expect(ids.indexOf('walls')).toBeLessThan(ids.indexOf('paper'))
})

test('SRCH-07 a search for titles or addresses reads only these, and others read no texts', async () => {
  expect(await find('turf', { type: 'linkTitle' })).not.toContain('paper')
  expect(await find('turf', { type: 'linkUrl' })).toEqual(['walls'])
  expect(await find('turf', { category: 2 })).toEqual(['film'])
  expect([readsTexts('link'), readsTexts('linkTitle'), readsTexts('tag'), readsTexts('collection')]).toEqual([
    true,
    true,
    false,
    false,
  ])
})

test('SRCH-07 a plan that does not search descriptions does not search encrypted ones', async () => {
  expect(await find('layers', {}, 1)).toEqual(['walls'])
  replaceGlobal('document', { querySelector: () => ({ content: 'on' }) })
  expect(await find('layers', {}, 1)).toEqual([])
  expect(await find('walls', {}, 1)).toEqual(['walls'])
  expect(await find('layers', {}, 3)).toEqual(['walls'])
})

test('LINK-11 the filter of a collection finds what is directly in it, or also below, and nothing else', async () => {
  expect(await filter('turf')).toEqual(['walls', 'paper', 'film'])
  expect(await filter('turf', { sub: true })).toEqual(['walls', 'paper', 'film', 'below'])
  expect(await filter('turf', { folderId: 'shared', sub: true })).toEqual(['theirs'])
  expect(await filter('turf', { folderId: 'unknown', sub: true })).toEqual([])
})

test('LINK-11 the filter finds title, address, description and tag, a phrase, and without a word', async () => {
  expect(await filter('zebra')).toEqual(['walls'])
  expect(await filter('roof')).toEqual(['film'])
  expect(await filter('"layers and"')).toEqual(['walls'])
  expect(await filter('turf -drains')).toEqual(['paper', 'film'])
  expect(await filter('turf', { favourite: true })).toEqual(['film'])
  expect(await filter('turf', {}, { category: 2 })).toEqual(['film'])
  // It has words and no operators.
  expect(await filter('is:favourite')).toEqual([])
})

test('LINK-11 the filter keeps the order of the list: by date, title or host, in both directions', async () => {
  expect(await filter('turf', {}, { order: 1 })).toEqual(['film', 'paper', 'walls'])
  expect(await filter('turf', { sort: 'title' })).toEqual(['film', 'paper', 'walls'])
  expect(await filter('turf', { sort: 'title' }, { order: 1 })).toEqual(['walls', 'paper', 'film'])
  expect(await filter('turf', { sort: 'host' })).toEqual(['film', 'paper', 'walls'])
})

test('E01 a search of encrypted links sends the server nothing but the names of tags', async () => {
  client.calls.length = 0
  await find('layers tag:roof in:papers')
  const sent = client.calls.map(({ path, input }) => [path, input])
  expect(sent).toContainEqual([listTags.path, expect.objectContaining({ input: 'roof' })])
  expect(JSON.stringify(sent)).not.toContain('layers')
})
