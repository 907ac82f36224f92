import { type BookmarkEvent, toOtherFile } from '../bookmarkFiles/events.ts'
import { readBookmarkFile } from '../bookmarkFiles/reader.ts'
import { addressList } from './addressList.ts'
import { chromiumJson } from './json/chromiumJson.ts'
import { findCsvLayout } from './csv/csvColumns.ts'
import { hasPasswords } from './csv/csvFormat.ts'
import { elinks } from './xml/elinks.ts'
import { enex } from './xml/enex.ts'
import { feedXml } from './xml/feedXml.ts'
import { firefoxJson } from './json/firefoxJson.ts'
import { firefoxLz4, firefoxPlaces } from './firefoxFiles.ts'
import type { BookmarkFormat, Bytes, FileHead, FormatOptions } from './format.ts'
import type { FormatId } from './formatId.ts'
import { karakeepJson } from './json/karakeepJson.ts'
import * as lists from './json/linkLists.ts'
import * as tables from './csv/linkTables.ts'
import { linkwardenJson } from './json/linkwardenJson.ts'
import { nestmarkJson } from './json/nestmarkJson.ts'
import { omnivoreJson } from './json/omnivoreJson.ts'
import { opml } from './xml/opml.ts'
import { plainCsv } from './csv/plainCsv.ts'
import { raindropJson } from './json/raindropJson.ts'
import { readwiseCsv } from './csv/readwiseCsv.ts'
import { safariPlist } from './xml/safariPlist.ts'
import { sessionBuddyJson, tabSessionJson, tobyJson } from './json/sessions.ts'
import { takeHead } from './takeHead.ts'
import { xbel } from './xml/xbel.ts'
import { zipFormat } from './zipFormat.ts'
import { cslJson, zoteroJson } from './json/zoteroJson.ts'
import { zoteroRdf } from './xml/zoteroRdf.ts'

/** The HTML of browsers and services; see `createBookmarkReader`. */
const bookmarkHtml: BookmarkFormat = {
  id: 'bookmarkHtml',
  recognise: head => head.text.startsWith('<') && !knownRoots.has(head.root),
  read: readBookmarkFile,
}

const knownRoots = new Set([
  'xbel',
  'bookmarks',
  'opml',
  'rdf:rdf',
  'en-export',
  'rss',
  'feed',
  'plist',
  'svg',
])

/** All formats. The first one that recognises a file reads it, so that those with more certain signs are first. */
const formats: readonly BookmarkFormat[] = [
  zipFormat(head => findFormat(head)),
  firefoxLz4,
  firefoxPlaces,
  safariPlist,
  xbel,
  opml,
  zoteroRdf,
  enex,
  feedXml,
  bookmarkHtml,
  nestmarkJson,
  firefoxJson,
  chromiumJson,
  karakeepJson,
  lists.readabilityJson,
  linkwardenJson,
  omnivoreJson,
  lists.wallabagJson,
  tabSessionJson,
  tobyJson,
  sessionBuddyJson,
  lists.starredJson,
  zoteroJson,
  lists.pinboardJson,
  lists.elcuratorJson,
  lists.deliciousJson,
  lists.diigoJson,
  lists.goodlinksJson,
  lists.anyboxJson,
  raindropJson,
  cslJson,
  tables.pocketCsv,
  tables.instapaperCsv,
  tables.raindropCsv,
  tables.diigoCsv,
  tables.matterCsv,
  tables.readerCsv,
  readwiseCsv,
  tables.mymindCsv,
  tables.zoteroCsv,
  tables.googleSavedCsv,
  tables.redditCsv,
  elinks,
  plainCsv,
  addressList,
]

/**
 * Returns the format of a file, by its content.
 * @param head its first bytes
 * @returns null when it has none that is read
 */
export function findFormat(head: FileHead): BookmarkFormat | null {
  return formats.find(format => format.recognise(head)) ?? null
}

/**
 * Returns the format with an id; null when there is none.
 * @param head the first bytes of the file: a format may have a compressed form, too
 */
export function formatById(id: string, head?: FileHead): BookmarkFormat | null {
  const found = formats.filter(format => format.id === id)
  return found.find(format => head && format.recognise(head)) ?? found.at(-1) ?? null
}

/**
 * Reads a file of any format as events, in the order of the file (IO-03). The first event is `start`, the last one `end`.
 * @param bytes the file, split at any position
 * @param options `type` is the format; absent for the one that the content has. `onRead` is called before a piece is read,
 * with its length in bytes
 */
export async function* readAnyBookmarkFile(
  bytes: Bytes,
  options: FormatOptions & { type?: FormatId | undefined; onRead?: (bytes: number) => void } = {},
): AsyncGenerator<BookmarkEvent, void, undefined> {
  const { head, rest: all } = await takeHead(bytes)
  const rest = counted(all, options.onRead)
  if (hasPasswords(head.columns)) return yield toOtherFile('passwords')
  const format = options.type === undefined ? findFormat(head) : formatById(options.type, head)
  // The reader of HTML says what another file is.
  if (!format) return yield* readBookmarkFile(rest, options)
  const { columns } = (format.id === 'csv' && findCsvLayout(head)) || {}
  if (format.id !== 'zip' && format.id !== 'bookmarkHtml')
    yield { kind: 'start', format: format.id, ...(columns && { columns }) }
  yield* format.read(rest, options)
}

async function* counted(
  pieces: AsyncIterable<Uint8Array>,
  onRead: ((bytes: number) => void) | undefined,
): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const piece of pieces) {
    onRead?.(piece.length)
    yield piece
  }
}
