import { openAddressesWriter } from './addressesWriter.ts'
import { openCsvWriter } from './csvWriter.ts'
import { openHtmlWriter } from './htmlWriter.ts'
import { openJsonWriter } from './jsonWriter.ts'
import type { LinkFileHead, LinkWriter } from './linkFile.ts'
import { openMarkdownWriter } from './markdownWriter.ts'

/** The formats of files of links, with the ending of their names and their media type. */
export const linkFormats = {
  html: { ending: 'html', type: 'text/html', open: openHtmlWriter },
  csv: { ending: 'csv', type: 'text/csv', open: openCsvWriter },
  markdown: { ending: 'md', type: 'text/markdown', open: openMarkdownWriter },
  json: { ending: 'json', type: 'application/json', open: openJsonWriter },
  addresses: { ending: 'txt', type: 'text/plain', open: openAddressesWriter },
} as const satisfies Record<
  string,
  { ending: string; type: string; open: (head: LinkFileHead) => LinkWriter }
>
export type LinkFormat = keyof typeof linkFormats
