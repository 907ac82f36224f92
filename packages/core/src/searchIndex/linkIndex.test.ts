import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseSearch } from '../searchQuery/query.ts'
import { allFields } from '../searchQuery/textPlan.ts'
import { findNamed } from './filters.ts'
import type { IndexedLink } from './indexedLink.ts'
import { LinkIndex, type LinkQuery } from './linkIndex.ts'

const link = (id: string, title: string, more: Partial<IndexedLink> = {}): IndexedLink => ({
  id,
  title,
  address: '',
  descr: '',
  tags: [],
  category: 3,
  favourite: false,
  createdAt: 0,
  parent: 'root',
  ...more,
})

const search = (index: LinkIndex, input: string, more: Partial<LinkQuery> = {}) =>
  index.search({
    query: parseSearch(input),
    fields: allFields,
    names: { collections: [], tags: [] },
    ...more,
  })
const find = (...asked: Parameters<typeof search>) => search(...asked).ids

/** The server compares its own results with those of the index in `features/search/searchIndex.slow.test.ts`. */
describe('SRCH-07 the index of links in memory', () => {
  test('ranks complete words, prefixes and parts in the title, then tags, address and description', () => {
    const index = new LinkIndex()
    index.put([
      link('description', 'a', { descr: 'turf' }),
      link('address', 'b', { address: 'https://turf.example.org/' }),
      link('tag', 'c', { tags: ['turf'] }),
      link('part', 'astroturf'),
      link('beginning', 'turfhouse'),
      link('whole', 'turf'),
    ])
    const order = ['whole', 'beginning', 'part', 'tag', 'address', 'description']
    expect(find(index, 'turf')).toEqual(order)
    expect([...search(index, 'turf').ranks]).toEqual([6, 5, 4, 3, 2, 1])
  })

  test('finds a pasted address or title, and words with signs as they are written', () => {
    const index = new LinkIndex()
    const address = 'https://www.shop.example/caf%C3%A9/42'
    index.put([
      link('shop', 'Bread -- a book --rye', { address }),
      link('c', 'C in depth', { address: 'https://c.example/' }),
      link('c#', 'C# in depth', { descr: 'On .NET' }),
      link('c++', 'In depth', { tags: ['C++'] }),
      link('net', 'Net: a book'),
    ])
    for (const input of [address, 'shop.example/caf%C3%A9', 'www.shop.example', 'Bread -- a book --rye'])
      expect(find(index, input), input).toEqual(['shop'])
    expect(find(index, 'c#')).toEqual(['c#'])
    expect(find(index, '"C# in depth"')).toEqual(['c#'])
    expect(find(index, 'c++')).toEqual(['c++'])
    expect(find(index, 'c++', { fields: ['title'] })).toEqual([])
    expect(find(index, '.net')).toEqual(['c#'])
    expect(find(index, 'depth -c#').sort()).toEqual(['c', 'c++'])
    expect(find(index, '"c"').sort()).toEqual(['c', 'c#', 'c++'])
  })

  test('finds every link by its address', () => {
    const part = fc.oneof(
      fc.constantFrom('/', '?', '#', '=', '&', '.', '-', '--', '+', '%20', '%C3%A9', '%E6%97%A5', 'c++', ':'),
      fc.stringMatching(/^[a-z0-9]{1,12}$/),
      fc.constantFrom('x'.repeat(119), 'y'.repeat(121), 'z'.repeat(210), '東京', 'www.', 'https://'),
    )
    const address = fc
      .tuple(fc.constantFrom('http://', 'https://', 'https://www.'), fc.array(part, { maxLength: 30 }))
      .map(([begin, parts]) => `${begin}site.example/${parts.join('')}`)
    fc.assert(
      fc.property(address, text => {
        const index = new LinkIndex()
        index.put([link('it', 'a', { address: text })])
        return find(index, text).length === 1
      }),
    )
  })

  test('orders equal links by date, later ones of the same date first', () => {
    const index = new LinkIndex()
    index.put([link('old', 'turf', { createdAt: 1 }), link('a', 'turf', { createdAt: 2 })])
    index.put([link('b', 'turf', { createdAt: 2 })])
    expect(find(index, 'turf')).toEqual(['b', 'a', 'old'])
    expect(find(index, 'turf', { order: 2 })).toEqual(['old', 'a', 'b'])
  })

  test('orders by title or host, equal ones by their order in the index', () => {
    const index = new LinkIndex()
    index.put([
      link('ten', 'turf 10', { address: 'https://b.example.org/' }),
      link('nine', 'Turf 9', { address: 'https://c.example.org/' }),
      link('none', '“turf”'),
      link('nine too', 'turf 9', { address: 'https://a.example.org/' }),
    ])
    const byTitle = search(index, 'turf', { sort: 'title', order: 2 })
    expect(byTitle.ids).toEqual(['nine', 'nine too', 'ten', 'none'])
    expect(byTitle.keys).toHaveLength(4)
    expect(find(index, 'turf', { sort: 'title', order: 1 })).toEqual(['none', 'ten', 'nine too', 'nine'])
    expect(find(index, 'turf', { sort: 'host', order: 2 })).toEqual(['nine too', 'ten', 'nine', 'none'])
  })

  test('a search that was made before finds what was added, changed and removed since', () => {
    const index = new LinkIndex()
    index.put([link('one', 'turf roofs'), link('two', 'peat')])
    const ask = () =>
      ['turf', 'urf', 'turf roofs', '"turf roofs"', '-peat', 'tur'].map(text => find(index, text))
    expect(ask()).toEqual([['one'], ['one'], ['one'], ['one'], ['one'], ['one']])
    index.put([link('three', 'astroturf'), link('four', 'turf roofs')])
    expect(ask()).toEqual([
      ['four', 'one', 'three'],
      ['four', 'three', 'one'],
      ['four', 'one'],
      ['four', 'one'],
      ['four', 'three', 'one'],
      ['four', 'one', 'three'],
    ])
    index.put([link('one', 'straw')])
    expect(find(index, 'turf roofs')).toEqual(['four'])
    index.keep(['two', 'one'])
    expect(ask()).toEqual([[], [], [], [], ['one'], []])
  })

  test('finds a changed link by its new texts only, and does not find a removed link', () => {
    const index = new LinkIndex()
    index.put([link('one', 'turf'), link('two', 'turf and peat')])
    index.put([link('one', 'straw')])
    expect([find(index, 'turf'), find(index, 'straw')]).toEqual([['two'], ['one']])
    const changed = index.change({ ...link('two', ''), tags: ['roof'] })
    index.put(changed ? [changed] : [])
    expect(find(index, 'tag:roof peat')).toEqual(['two'])
    expect(index.change(link('other', ''))).toBeUndefined()
    index.keep(['one'])
    expect([index.size, find(index, 'peat'), find(index, 'straw')]).toEqual([1, [], ['one']])
  })

  test('finds a phrase in one field, and no words across fields', () => {
    const index = new LinkIndex()
    index.put([link('one', 'peat turf', { descr: 'house' }), link('two', 'turf house')])
    expect(find(index, '"turf house"')).toEqual(['two'])
    expect(find(index, 'turf -"turf house"')).toEqual(['one'])
  })

  test('a minus word in any field excludes a link, and a search without words and filters finds nothing', () => {
    const index = new LinkIndex()
    index.put([link('one', 'turf', { descr: 'peat' }), link('two', 'turf')])
    expect(find(index, 'turf -peat')).toEqual(['two'])
    expect(find(index, '-peat')).toEqual(['two'])
    expect([find(index, ''), find(index, 'tag:'), find(index, 'turf in:content')]).toEqual([[], [], []])
  })

  test('a tag that another link of the person has decides whether beginnings match', () => {
    const index = new LinkIndex()
    index.put([link('one', 'a', { tags: ['iceland'] })])
    expect(find(index, 'tag:ice')).toEqual(['one'])
    expect(find(index, 'tag:ice', { names: { collections: [], tags: ['Ice'] } })).toEqual([])
  })
})

test('SRCH-07 finds collections by their complete name, else by a prefix, else by a part', () => {
  const named = (value: string) =>
    findNamed(
      ['Research', 'Research notes', 'My research'].map(name => ({ name })),
      value,
    ).map(each => each.name)
  expect(named('research')).toEqual(['Research'])
  expect(named('resea')).toEqual(['Research', 'Research notes'])
  expect(named('search')).toEqual(['Research', 'Research notes', 'My research'])
  expect(named('other')).toEqual([])
})
