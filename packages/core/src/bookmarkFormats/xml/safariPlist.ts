import { createBookmarkDecoder } from '../../bookmarkFiles/bytes.ts'
import type { BookmarkEvent, BrokenAt, FolderRead } from '../../bookmarkFiles/events.ts'
import type { BookmarkFormat, Bytes, FormatOptions } from '../format.ts'
import { isObject, type JsonObject, toObject, toObjects, toText } from '../json/jsonFormat.ts'
import { parsePlistBinary } from './plistBinary.ts'
import { parsePlistXml } from './plistXml.ts'
import { RowSink } from '../rowSink.ts'
import { joinBytes } from '../../joinBytes.ts'
import { walkTree } from '../walkTree.ts'

const names: Record<string, { name: string; role: FolderRead['role'] }> = {
  BookmarksBar: { name: 'Favourites', role: 'toolbar' },
  BookmarksMenu: { name: 'Bookmarks Menu', role: 'menu' },
  'com.apple.ReadingList': { name: 'Reading List', role: 'readingList' },
}

/** Safari's `Bookmarks.plist`, in XML or binary; also a `.webarchive` and a `.webloc`, which are one page. */
export const safariPlist: BookmarkFormat = {
  id: 'safariPlist',
  isCompressed: true,
  recognise: head => head.startsWith('bplist00') || head.root === 'plist',
  read: readPlist,
}

async function* readPlist(
  bytes: Bytes,
  options: FormatOptions,
): AsyncGenerator<BookmarkEvent, void, undefined> {
  const sink = new RowSink(options)
  const { value, broken } = parsePlist(await readAll(bytes))
  const root = toObject(value)
  // A binary list may have the same node in many places, so that a small file would never end.
  const seen = new Set<JsonObject>()
  const add = (node: JsonObject) => {
    if (seen.has(node)) return undefined
    seen.add(node)
    return addNode(sink, node)
  }
  for (const _ of walkTree(sink, topNodes(root), add)) yield* sink.taken()
  sink.end(0, broken)
  yield* sink.taken()
}

function parsePlist(file: Uint8Array): { value: unknown; broken: BrokenAt | null } {
  if (file[0] === 0x62) {
    const value = parsePlistBinary(file)
    return { value, broken: value === undefined ? { reason: 'damaged', line: 0 } : null }
  }
  const decoder = createBookmarkDecoder()
  return parsePlistXml(decoder.write(file) + decoder.end())
}

/** Returns all bytes of a file. */
export async function readAll(bytes: Bytes): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  for await (const piece of bytes) pieces.push(piece.slice())
  return joinBytes(pieces)
}

/** Returns the nodes at the top, without empty folders of the program. */
function topNodes(root: JsonObject): JsonObject[] {
  const page = toObject(root.WebMainResource)
  const address = toText(page.WebResourceURL) || toText(root.URL)
  if (address !== '') return [{ URLString: address }]
  return toObjects(root.Children).filter(
    node => names[toText(node.Title)] === undefined || toObjects(node.Children).length > 0,
  )
}

function addNode(sink: RowSink, node: JsonObject): readonly JsonObject[] | undefined {
  const title = toText(node.Title)
  // History and other lists that the program makes.
  if (node.WebBookmarkType === 'WebBookmarkTypeProxy') return undefined
  if (Array.isArray(node.Children) || node.WebBookmarkType === 'WebBookmarkTypeList') {
    const known = names[title]
    sink.openFolder({ name: known?.name ?? title, role: known?.role ?? null, line: 0 })
    return toObjects(node.Children)
  }
  const reading = toObject(node.ReadingList)
  const words = toObject(node.URIDictionary)
  sink.row({
    address: toText(node.URLString),
    title: toText(words.title) || title,
    note: toText(reading.PreviewText),
    added: isObject(node.ReadingList) ? (reading.DateAdded as string | number | undefined) : undefined,
    toRead: isObject(node.ReadingList) && reading.DateLastViewed === undefined,
    line: 0,
  })
}
