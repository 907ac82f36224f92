import type { ExportFormat } from '@nestmark/contract/transfer/linkExport'
import { counted, formatNumber } from '../counts.ts'
import { quoted } from '../quoted.ts'

/** A format of the dialog: of the links, or a book of their articles. */
export type DialogFormat = ExportFormat | 'epub'

/** The export of a collection, a search or a selection. */
export const linkExportTexts = {
  title: (name: string) => `Export ${quoted(name)}`,
  library: 'Export in another format',
  otherFormats: 'Another format',
  format: 'Format',
  formats: {
    html: { title: 'Bookmarks', line: 'HTML. Browsers and other bookmark managers open it.' },
    csv: { title: 'Table', line: 'CSV for spreadsheets and Raindrop.' },
    markdown: { title: 'Text', line: 'Markdown, for notes and documents.' },
    json: { title: 'Data', line: 'JSON with every detail, for programs.' },
    addresses: { title: 'Addresses', line: 'One on each line, nothing else.' },
    epub: { title: 'Book', line: 'EPUB with the stored articles.' },
  } satisfies Record<DialogFormat, { title: string; line: string }>,
  withSub: 'With sub-collections',
  /** @param links undefined while they are counted */
  count: (links: number | undefined) => (links === undefined ? 'Counting…' : counted(links, 'link')),
  articles: (n: number) => (n > 1000 ? 'The first 1,000 articles' : counted(n, 'article')),
  leftOut: (n: number) => `${counted(n, 'encrypted link')} ${n === 1 ? 'is' : 'are'} left out`,
  encrypted: (n: number) =>
    `${formatNumber(n)} encrypted ${n === 1 ? 'link is' : 'links are'} left out. Settings › Encryption exports ${n === 1 ? 'it' : 'them'}.`,
  copy: 'Copy',
  copied: (links: number) => `${counted(links, 'link')} copied`,
  /** Beside the book of a collection. */
  catalog: 'Reading apps such as KOReader open it as an OPDS catalogue. The password is an API key.',
  copyCatalog: 'Copy OPDS address',
  catalogCopied: 'OPDS address copied',
  exported: (file: string) => `Saved as ${file}`,
  exporting: 'Creating your file',
} as const
