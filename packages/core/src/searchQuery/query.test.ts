import { describe, expect, test } from 'vitest'
import { hasFilters, parseSearch } from './query.ts'

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

  test('unknown operators are searched as words; unfinished operators are ignored', () => {
    expect(parseSearch('is:blue https://a.example').text).toBe('is:blue https://a.example')
    expect(parseSearch('turf tag:').terms).toEqual([word('turf')])
    expect(parseSearch('turf tag:"').terms).toEqual([word('turf')])
    expect(parseSearch('turf -').terms).toEqual([word('turf')])
    expect(parseSearch('"never closed').terms).toEqual([exact('never', 'closed')])
  })

  test('a hyphen inside a word is not a negation', () => {
    expect(parseSearch('first-rate').terms).toEqual([word('first'), word('rate')])
  })

  test('phrases in scripts without spaces', () => {
    expect(parseSearch('"喫茶店"').terms).toEqual([exact('喫茶', '茶店')])
  })

  test('the query is bounded for any input length', () => {
    const query = parseSearch('tag:a in:b word -word2 '.repeat(60))
    expect(query.terms.length).toBeLessThanOrEqual(12)
    expect(query.without.length).toBeLessThanOrEqual(12)
    expect(query.tags.length + query.collections.length).toBeLessThanOrEqual(12)
  })
})
