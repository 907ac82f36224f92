import type { HighlightPage } from '@nestmark/contract/reading/highlights'
import { byteOrderMark, formatCsvRow } from '@nestmark/core/csvCell'
import { toMarkdownAddress, toMarkdownLine } from '@nestmark/core/words/markdownText'
import type { Db } from '../../../db/db.ts'
import type { ReadFile } from '../../../readers/messages.ts'
import { pagesAfter } from '../listQuery.ts'
import type { ListedPage } from '../pages/pageStore.ts'
import { presentPages } from '../highlights.ts'

/** Few pages: each can have 500 highlights, which are in memory together. */
const pagesAtOnce = 20

/** Yields the pages of a person with all their highlights, the newest first. */
export async function* readAllPages(db: Db, ownerId: string): AsyncGenerator<HighlightPage> {
  // Addresses of pictures end with the session.
  const reader = { db: db.read, personId: ownerId, picture: () => '' }
  let after: ListedPage | undefined
  for (;;) {
    const pages = await pagesAfter(db.read, ownerId, after, pagesAtOnce)
    // One by one: together they may be more than one answer has.
    const few = pages.reduce((size, page) => size + page.size, 0) < 4_000_000
    if (few) yield* await presentPages(reader, pages)
    else for (const page of pages) yield* await presentPages(reader, [page])
    after = pages.at(-1)
    if (!after || pages.length < pagesAtOnce) return
  }
}

/** Yields the file of an export of highlights, piece by piece. Encrypted ones are left out. */
export async function* highlightFile(
  db: Db,
  { ownerId, format }: Pick<ReadFile, 'ownerId' | 'format'>,
): AsyncGenerator<string> {
  const { start, page, end } = formats[format === 'csv' || format === 'json' ? format : 'markdown']
  yield start
  let before = ''
  for await (const each of readAllPages(db, ownerId)) {
    if (each.enc === 1) continue
    yield before + page(each)
    before = format === 'json' ? ',\n' : ''
  }
  yield end
}

interface Format {
  start: string
  page(page: HighlightPage): string
  end: string
}

const formats: Record<'markdown' | 'csv' | 'json', Format> = {
  markdown: { start: '# Highlights\n', page: toMarkdown, end: '' },
  csv: {
    start: `${byteOrderMark}Highlight,Title,Author,URL,Note,Location,Date,Color\r\n`,
    page: toCsv,
    end: '',
  },
  json: { start: '[\n', page: page => JSON.stringify(page), end: '\n]\n' },
}

const colours = { 1: 'yellow', 2: 'blue', 3: 'pink', 4: 'green' } as const
const day = (time: number) => new Date(time).toISOString().slice(0, 10)

function toMarkdown({ link, data: { title, highlights } }: HighlightPage): string {
  const lines = highlights.map(({ text, comm, create_date: date }) => {
    const quote = text.replace(/^/gm, '> ')
    return `\n${quote}\n${comm === '' ? '' : `\n${comm}\n`}\n${day(date)}\n`
  })
  return `\n## [${toMarkdownLine(title)}](${toMarkdownAddress(link)})\n${lines.join('')}`
}

/** Returns the rows of a page with the columns of Readwise's bulk import, then the colour. */
function toCsv({ link, data: { title, highlights } }: HighlightPage): string {
  return highlights
    .map(({ text, comm, style, create_date: date }, nth) => {
      const at = new Date(date).toISOString().slice(0, 19).replace('T', ' ')
      return formatCsvRow([text, title, '', link, comm, String(nth + 1), at, colours[style]])
    })
    .join('')
}
