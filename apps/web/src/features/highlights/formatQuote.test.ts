import type { HighlightPage } from '@nestmark/contract/reading/highlights'
import { expect, test } from 'vitest'
import type { ChosenHighlight } from './list/chosenHighlights.ts'
import { formatPageMarkdown, formatQuote, formatQuotes } from './formatQuote.ts'

const source = {
  link: 'https://example.org/Turf_(roof)',
  create_date: Date.UTC(2026, 10, 4, 12),
  data: { title: 'Turf [houses]' },
}

test('quotes each line of a quote, and adds its source', () => {
  expect(formatQuote({ text: 'Two skins\nof *sod*', comm: 'Private' }, source)).toBe(
    String.raw`> Two skins
> of \*sod\*

— [Turf \[houses\]](https://example.org/Turf_%28roof%29)`,
  )
})

test('a page has its title, address and date, and comments follow their quotes', () => {
  expect(
    formatPageMarkdown(source, [
      { text: 'One', comm: '' },
      { text: '1. Two', comm: '# Mine' },
    ]),
  ).toBe(
    String.raw`# Turf \[houses\]

<https://example.org/Turf_(roof)> · 04 Nov 2026

> One

> \1. Two

\# Mine
`,
  )
})

test('the address names a page without a title, and one without an address has no link', () => {
  expect(formatQuote({ text: 'A', comm: '' }, { ...source, data: { title: '' } })).toContain(
    '[https://example.org/Turf\\_(roof)](https://example.org/Turf_%28roof%29)',
  )
  expect(formatQuote({ text: 'A', comm: '' }, { ...source, link: '' })).toBe('> A\n\n— Turf \\[houses\\]')
})

test('HL-02 copies chosen highlights by page, in the order of the page, each page with its source once', () => {
  const page = (id: string, texts: readonly string[]) =>
    ({
      _id: id,
      link: `https://${id}.example/`,
      data: { title: id, highlights: texts.map(text => ({ _id: text, text })) },
    }) as HighlightPage
  const [turf, bark] = [page('turf', ['one', 'two', 'three']), page('bark', ['four'])]
  const choose = (text: string, of: HighlightPage) => ({ _id: text, text, page: of }) as ChosenHighlight
  const chosen = [choose('three', turf), choose('four', bark), choose('one', turf)]
  expect(formatQuotes(chosen)).toBe(
    '> one\n\n> three\n\n— [turf](https://turf.example/)\n\n> four\n\n— [bark](https://bark.example/)',
  )
})
