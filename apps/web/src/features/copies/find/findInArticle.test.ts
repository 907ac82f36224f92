import { expect, test } from 'vitest'
import { foldArticle, findInArticle } from './findInArticle.ts'
import type { ArticleText } from '../articleText.ts'

/** Returns the text of an article with one paragraph for each list of text nodes. */
function toText(...paragraphs: string[][]): ArticleText {
  const nodes: Text[] = []
  const starts: number[] = []
  let position = 0
  for (const paragraph of paragraphs) {
    const block = {}
    for (const data of paragraph) {
      nodes.push({ data, parentElement: { closest: () => block } } as unknown as Text)
      starts.push(position)
      position += data.length
    }
  }
  return { body: {} as HTMLElement, nodes, starts }
}
/** Returns the texts of the matches. */
function find(query: string, ...paragraphs: string[][]): string[] {
  const all = paragraphs.flat().join('')
  return findInArticle(foldArticle(toText(...paragraphs)), query).map(({ start, end }) =>
    all.slice(start, end),
  )
}

test('READ-04 a match has any case and any diacritics, also where folding changes the length', () => {
  expect(find('strasse', ['Die Straße, die STRASSE'])).toEqual(['Straße', 'STRASSE'])
  expect(find('Sigridur', ['Sigríður and SIGRI\u0301DUR'])).toEqual(['Sigríður', 'SIGRI\u0301DUR'])
  expect(find('שלום', ['שָׁלוֹם'])).toEqual(['שָׁלוֹם'])
})

test('READ-04 a match may run over elements and line breaks, not over paragraphs', () => {
  expect(find('of sod', ['two skins ', 'of', '\n   sod'])).toEqual(['of\n   sod'])
  expect(find('sod with', ['skins of sod'], ['without'])).toEqual(['sod', 'with'])
  expect(find('together', ['to\u00adgether'])).toEqual(['to\u00adgether'])
})

test('READ-04 finds words that are nowhere adjacent one by one, in the order of the article', () => {
  expect(find('wall turf', ['Turf and wall, turf'])).toEqual(['Turf', 'wall', 'turf'])
  expect(find('turf wall', ['Turf, a turf wall'])).toEqual(['turf wall'])
  expect(find('  ', ['Turf'])).toEqual([])
  expect(find('stone', ['Turf'])).toEqual([])
})
