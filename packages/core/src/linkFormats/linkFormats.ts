import type { LinkFileHead, LinkWriter, WrittenLink } from './linkFile.ts'
import { libraryFormat, librarySchemaPath, libraryVersion } from '../libraryFile/format.ts'
import type { LibraryHead, LibraryLink } from '../libraryFile/schema.ts'
import { byteOrderMark, formatCsvRow } from '../csvCell.ts'
import { categories } from '../limits.ts'
import {
  describeLeftOut,
  bookmarkFileFooter,
  bookmarkFileHeader,
  formatFolderEnd,
  formatFolderStart,
  formatLink,
} from '../bookmarkFiles/writer.ts'
import { toMarkdownAddress, toMarkdownLine, toMarkdownText } from '../words/markdownText.ts'
import type { BookmarkItem } from '../bookmarkFiles/events.ts'

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

/** What a file of nothing but links writes in the other places. */
const onlyLinks = { start: () => '', folder: () => '', folderEnd: () => '', end: () => '' }

/** Writes the addresses of links, one on each line. Links without an address are left out. */
function openAddressesWriter(): LinkWriter {
  return {
    ...onlyLinks,
    link: ({ address }) => (address === '' ? '' : `${address.replace(/[\r\n]/g, '')}\n`),
  }
}

/** Writes links in the form of nestmark.json, with collections and links only. */
function openJsonWriter({ server, at, collections, encrypted = 0 }: LinkFileHead): LinkWriter {
  const head: LibraryHead = {
    // First, because readers recognise the file by it.
    format: libraryFormat,
    version: libraryVersion,
    $schema: `${server}${librarySchemaPath}`,
    server,
    exported_at: at,
    ...(encrypted > 0 && { encrypted_left_out: encrypted }),
  }
  const lines = collections.map(each => `\n${JSON.stringify(each)}`).join(',')
  let before = '\n'
  return {
    ...onlyLinks,
    start: () => `${JSON.stringify(head).slice(0, -1)},\n"collections":[${lines}\n],\n"links":[`,
    link: ({ path: _path, page: _page, isCover: _isCover, hasFile: _hasFile, ...link }) => {
      const line = before + JSON.stringify(link satisfies LibraryLink)
      before = ',\n'
      return line
    },
    end: () => '\n]}\n',
  }
}

/** The columns of Raindrop, by which other programs read them, then those that only Nestmark has. */
const columns = {
  id: link => link.id,
  title: link => link.title,
  note: link => link.private_note,
  excerpt: link => link.description,
  url: link => link.address,
  folder: link => link.path.join(' / '),
  tags: link => link.tags.join(', '),
  created: link => toTime(link.created_at),
  cover: link => link.picture,
  favorite: link => String(link.favourite),
  changed: link => toTime(link.updated_at),
  type: link => categories[link.category - 1]?.tag ?? '',
  checklist: link => formatChecklist(link.checklist).join('\n'),
} as const satisfies Record<string, (link: WrittenLink) => string>

const toTime = (time: number) => new Date(time).toISOString()

/** Writes links as CSV, a row for each one. */
function openCsvWriter(): LinkWriter {
  return {
    ...onlyLinks,
    start: () => `${byteOrderMark}${Object.keys(columns).join(',')}\r\n`,
    link: link => formatCsvRow(Object.values(columns).map(read => read(link))),
  }
}

/** Writes links as Markdown: a heading for each collection, an item for each link, its texts and tasks below it. */
function openMarkdownWriter({ title, encrypted = 0 }: Pick<LinkFileHead, 'title' | 'encrypted'>): LinkWriter {
  const leftOut = encrypted === 0 ? '' : `${describeLeftOut(encrypted)}\n\n`
  return {
    ...onlyLinks,
    start: () => `# ${toMarkdownLine(title)}\n\n${leftOut}`,
    folder: ({ name, description }, depth) => {
      const text = description === '' ? '' : `${toMarkdownText(description)}\n\n`
      return `\n${'#'.repeat(Math.min(depth + 2, 6))} ${toMarkdownLine(name)}\n\n${text}`
    },
    link: formatItem,
  }
}

function formatItem(link: WrittenLink): string {
  const { address, page, tags, description, private_note: note, checklist } = link
  const target = toMarkdownAddress(address || page)
  const title = toMarkdownLine(link.title) || toMarkdownLine(address) || target
  const marks = tags.map(tag => ` #${tag.replace(/[\s#]+/gu, '-')}`).join('')
  const blocks = [toMarkdownText(description), note === '' ? '' : quote(toMarkdownText(note))]
    .filter(text => text.trim() !== '')
    .map(text => `\n${indent(text)}\n`)
  const tasks = formatChecklist(checklist).map(line => `  - ${line}\n`)
  return `- [${title}](${target})${marks}\n${blocks.join('')}${blocks.length > 0 ? '\n' : ''}${tasks.join('')}`
}

const indent = (text: string) => text.trim().replace(/^(?=.)/gmu, '  ')
const quote = (text: string) => text.trim().replace(/^/gmu, '> ')

/** Writes links as a bookmark file. */
function openHtmlWriter({ title, tags = [], encrypted = 0 }: LinkFileHead): LinkWriter {
  return {
    start: () => bookmarkFileHeader(title, tags, encrypted),
    folder: ({ name, description, created_at: added, updated_at: changed, favourite }, depth) =>
      formatFolderStart({ name, note: description, added, changed, favourite }, depth),
    folderEnd: formatFolderEnd,
    link: (link, depth) => formatLink(toItem(link), depth, link.page),
    end: bookmarkFileFooter,
  }
}

function toItem(link: WrittenLink): BookmarkItem {
  return {
    address: link.address,
    title: link.title,
    added: link.created_at,
    changed: link.updated_at,
    tags: link.tags,
    note: link.description,
    remark: link.private_note,
    category: link.category,
    subCategory: link.sub_category,
    favourite: link.favourite,
    checklist: link.checklist,
    image: link.picture,
    hasFile: link.hasFile,
    // The other fields that differ from those of a new link.
    extra: { ...(!link.description_shown && { desctoggle: '0' }), ...(link.isCover && { cover: '1' }) },
  }
}

/** Returns the lines of a checklist as Markdown has them, without a mark in front. */
function formatChecklist(items: LibraryLink['checklist']): string[] {
  return items.map(({ text, done }) => `[${done ? 'x' : ' '}] ${text.replace(/\s+/gu, ' ')}`)
}
