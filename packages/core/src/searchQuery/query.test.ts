import { describe, expect, test } from 'vitest'
import { cutSearchText } from './cutSearchText.ts'
import { hasFilters, isEmptySearch, parseSearch } from './query.ts'

const word = (text: string) => ({ terms: [text], prefix: true })
const exact = (...terms: string[]) => ({ terms, prefix: false })

describe('search query', () => {
  test('words, phrases and exclusions', () => {
    const query = parseSearch('turf "cold house" -spam -"two words" roof')
    expect(query.terms).toEqual([word('turf'), exact('cold', 'house'), word('roof')])
    expect(query.without).toEqual([exact('spam'), exact('two', 'words')])
    expect(query.text).toBe('turf cold house roof')
    expect(hasFilters(query)).toBe(false)
  })

  test('operators with plain and quoted values, and with a minus', () => {
    const query = parseSearch(
      'tag:#art -tag:"still life" in:"My First Folder" site:https://www.Example.org/a?b',
    )
    expect(query.tags).toEqual([
      { value: 'art', negative: false },
      { value: 'still life', negative: true },
    ])
    expect(query.collections).toEqual([{ value: 'My First Folder', negative: false }])
    expect(query.sites).toEqual([{ value: 'example.org', negative: false }])
    expect(query.terms).toEqual([])
  })

  test('import: takes the id of a job, and anything else as words', () => {
    const query = parseSearch('import:-aBcdefghijklmnop_-012 import:duties')
    expect(query.imports).toEqual([{ value: '-aBcdefghijklmnop_-012', negative: false }])
    expect(query.terms).toEqual([word('import'), word('duties')])
    expect(hasFilters(parseSearch('import:duties'))).toBe(false)
  })

  test.each([
    ['image', 1],
    ['see', 1],
    ['Videos', 2],
    ['3', 3],
    ['notes', 4],
    ['podcasts', 5],
  ])('type:%s is category %i', (name, code) => {
    expect(parseSearch(`type:${name}`).categories).toEqual([{ code, negative: false }])
  })

  test('dates are days, months and years in UTC', () => {
    expect(parseSearch('after:2024 before:2024-05')).toMatchObject({
      after: Date.UTC(2024, 0, 1),
      before: Date.UTC(2024, 4, 1),
    })
    expect(parseSearch('-before:2024-05-17').after).toBe(Date.UTC(2024, 4, 17))
    expect(parseSearch('before:2024-02-30').terms).toEqual([
      word('before'),
      word('2024'),
      word('02'),
      word('30'),
    ])
  })

  test('days are those of the zone', () => {
    expect(parseSearch('after:2024-05-17 before:2024-05-18', 'Pacific/Auckland')).toMatchObject({
      after: Date.UTC(2024, 4, 16, 12),
      before: Date.UTC(2024, 4, 17, 12),
    })
  })

  test('in:content searches in pages only, -in:content in no pages; a collection of this name needs quotes', () => {
    expect(parseSearch('turf').content).toBeNull()
    expect(parseSearch('turf in:content')).toMatchObject({ content: true, collections: [] })
    expect(parseSearch('turf -in:Content').content).toBe(false)
    expect(parseSearch('in:"content"')).toMatchObject({
      content: null,
      collections: [{ value: 'content', negative: false }],
    })
    expect([hasFilters(parseSearch('in:content')), hasFilters(parseSearch('-in:content'))]).toEqual([
      true,
      false,
    ])
  })

  test('is:favourite in both spellings, and its negation', () => {
    for (const name of ['favourite', 'favorite', 'FAV', 'favourites'])
      expect(parseSearch(`is:${name}`).favourite).toBe(true)
    expect(parseSearch('-is:favourite').favourite).toBe(false)
  })

  test('searches for unknown operators as words, and ignores unfinished operators', () => {
    expect(parseSearch('is:blue https://a.example').text).toBe('is:blue https://a.example')
    expect(parseSearch('turf tag:').terms).toEqual([word('turf')])
    expect(parseSearch('turf tag:"').terms).toEqual([word('turf')])
    expect(parseSearch('turf -').terms).toEqual([word('turf')])
    expect(parseSearch('"never closed').terms).toEqual([exact('never', 'closed')])
  })

  test('a hyphen inside a word is not a negation', () => {
    expect(parseSearch('first-rate').terms).toEqual([word('first'), word('rate')])
  })

  test('two hyphens are no negation', () => {
    expect(parseSearch('Bread -- a book --rye -white')).toMatchObject({
      terms: [word('bread'), word('a'), word('book'), word('rye')],
      without: [exact('white')],
    })
  })

  test('searches for an address as the index has it: without scheme and www, with its escapes decoded', () => {
    const terms = (input: string) => parseSearch(input).terms.map(term => term.terms.join(' '))
    for (const begin of ['https://', 'HTTP://www.', 'www.', '(https://www.', '<http://'])
      expect(terms(`${begin}shop.example/item/42`), begin).toEqual(['shop', 'example', 'item', '42'])
    expect(terms('https://a.example/caf%C3%A9?q=1')).toEqual(['a', 'example', 'cafe', 'q', '1'])
    expect(terms(`https://a.example/${'x'.repeat(121)}/b`)).toEqual(['a', 'example', 'b'])
    expect(parseSearch('"https://www.a.example/b" -www.c.example')).toMatchObject({
      terms: [exact('a', 'example', 'b')],
      without: [exact('c', 'example')],
    })
    expect(terms('https www')).toEqual(['https', 'www'])
  })

  test('cuts a text of more than 200 characters before the word that the limit would cut', () => {
    const many = 'ab cd '.repeat(33)
    expect(parseSearch(`${many}word`).terms).toHaveLength(12)
    expect(cutSearchText(`${many}word`)).toBe(many)
    expect(cutSearchText(`https://a.example/${'b/'.repeat(90)}%C3%A9`)).toMatch(/b\/$/)
    expect(cutSearchText('x'.repeat(300))).toHaveLength(200)
  })

  test('words whose signs tell them from others', () => {
    const signs = (input: string) => parseSearch(input).signs.map(sign => sign.value)
    expect(parseSearch('C#')).toMatchObject({
      terms: [exact('c')],
      signs: [{ value: 'c#', negative: false }],
    })
    expect(parseSearch('bread -c++')).toMatchObject({
      terms: [word('bread')],
      without: [],
      signs: [{ value: 'c++', negative: true }],
    })
    expect(signs('(C++/C#), .NET: and .gitignore')).toEqual(['c++', 'c#', '.net', '.gitignore'])
    expect(signs('a+b asp.net ... 100+ https://a.example/#part #tag v1.5 C### caf%2B%2B')).toEqual([])
    expect(isEmptySearch(parseSearch('-c#'))).toBe(false)
  })

  test('phrases in scripts without spaces', () => {
    expect(parseSearch('"喫茶店"').terms).toEqual([exact('喫茶', '茶店')])
  })

  test('bounds the query for any input length', () => {
    const query = parseSearch('tag:a in:b word -word2 '.repeat(60))
    expect(query.terms.length).toBeLessThanOrEqual(12)
    expect(query.without.length).toBeLessThanOrEqual(12)
    expect(query.tags.length + query.collections.length).toBeLessThanOrEqual(12)
  })
})
