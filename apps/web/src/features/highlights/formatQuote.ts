import type { HighlightPage } from '@nestmark/contract/reading/highlights'
import type { Highlight } from '@nestmark/contract/reading/highlightShapes'
import { formatPageDate } from '../../lib/dates.ts'
import { type ChosenHighlight, groupByPage } from './list/chosenHighlights.ts'

type Quoted = Pick<Highlight, 'text' | 'comm'>
type Source = Pick<HighlightPage, 'link' | 'create_date'> & { data: Pick<HighlightPage['data'], 'title'> }

/** Formats a highlight as a quote with its source, in Markdown, as the menu copies it. The comment is private. */
export function formatQuote(highlight: Quoted, source: Source): string {
  const { title } = source.data
  const label = escapeMarkdown(title === '' ? source.link : title)
  const origin = source.link === '' ? label : `[${label}](${escapeAddress(source.link)})`
  return `${toBlockQuote(highlight.text)}\n\n— ${origin}`
}

/** Formats chosen highlights as quotes with their sources, in Markdown: those of a page together. */
export function formatQuotes(chosen: readonly ChosenHighlight[]): string {
  const readable = chosen.filter(({ text }) => text !== '')
  return groupByPage(readable)
    .map(page => {
      const quotes = page.data.highlights.map(({ text }) => text)
      const last = quotes.pop() ?? ''
      return [...quotes.map(toBlockQuote), formatQuote({ text: last, comm: '' }, page)].join('\n\n')
    })
    .join('\n\n')
}

/** Formats all highlights of a page in Markdown: a heading with the source, the quotes, and the comments below them. */
export function formatPageMarkdown(source: Source, highlights: readonly Quoted[]): string {
  const { title } = source.data
  const heading = `# ${escapeMarkdown(title === '' ? source.link : title)}`
  const line = [source.link !== '' && `<${source.link}>`, formatPageDate(source.create_date)]
  const parts = highlights.map(({ text, comm }) =>
    comm === '' ? toBlockQuote(text) : `${toBlockQuote(text)}\n\n${escapeMarkdown(comm)}`,
  )
  return `${[heading, line.filter(Boolean).join(' · '), ...parts].join('\n\n')}\n`
}

const toBlockQuote = (text: string) =>
  text
    .split('\n')
    .map(line => `> ${escapeMarkdown(line)}`.trimEnd())
    .join('\n')

/** Escapes what Markdown would format. */
const escapeMarkdown = (text: string) =>
  text
    .replace(/[\\`*_[\]<>]/g, String.raw`\$&`)
    .replace(/^([ \t]*)([-+#]|\d+[.)])(?=\s)/gm, String.raw`$1\$2`)

/** Escapes the characters that end the address of a Markdown link. */
const escapeAddress = (address: string) =>
  address.replaceAll('(', '%28').replaceAll(')', '%29').replaceAll(' ', '%20')
