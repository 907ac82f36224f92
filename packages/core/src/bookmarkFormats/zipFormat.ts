import type { BookmarkEvent, ReadingEnd } from '../bookmarkFiles/events.ts'
import type { BookmarkFormat, Bytes, FileHead, FormatOptions } from './format.ts'
import { RowSink } from './rowSink.ts'
import { readAll } from './xml/safariPlist.ts'
import { joinBytes } from '../joinBytes.ts'
import { takeHead } from './takeHead.ts'
import { hasPasswords } from './csv/csvFormat.ts'
import { isReadable, listZip, unpackEntry, type ZipEntry } from './zip.ts'

/** The bytes that are unpacked of all files together, and of one that another one refers to. */
const [maxBytes, maxBeside] = [500_000_000, 5_000_000]
/** Files that the operating system adds. */
const hidden = /(?:^|\/)(?:__MACOSX\/|\.DS_Store$|\._|Thumbs\.db$|desktop\.ini$)/i
/** Folders of pages and files that other files of the ZIP refer to. */
const contents = /^(?:[^/]+\/)?(?:content|highlights|files|encrypted-files|pages|images|assets)\//i
/** The complete data of an export of Nestmark; the files beside it have parts of it. */
const ownData = /^(?:[^/]+\/)?nestmark\.json$/
const ownFile = /^(?:[^/]+\/)?(?:nestmark\.(?:html|csv|md)|missing-files\.txt)$/

/**
 * Makes the format of a ZIP: each file in it that has one of the formats is read, in the order of their names. The others
 * are named, together where they are in one folder.
 */
export function zipFormat(find: (head: FileHead) => BookmarkFormat | null): BookmarkFormat {
  return {
    id: 'zip',
    isCompressed: true,
    recognise: head => head.startsWith('PK\x03\x04') || head.startsWith('PK\x05\x06'),
    read: (bytes, options) => new ZipReading(find, options).read(bytes),
  }
}

class ZipReading {
  readonly #find: (head: FileHead) => BookmarkFormat | null
  readonly #options: FormatOptions
  readonly #sink: RowSink
  readonly #left = new Map<string, number>()
  /** The names of files that another one has referred to. */
  readonly #used = new Set<string>()
  /** The `end` events of the files that are read. */
  readonly #ends: ReadingEnd[] = []
  #rows = 0
  #bytes = 0

  constructor(find: (head: FileHead) => BookmarkFormat | null, options: FormatOptions) {
    this.#find = find
    this.#options = options
    this.#sink = new RowSink(options)
  }

  async *read(bytes: Bytes): AsyncGenerator<BookmarkEvent, void, undefined> {
    const zip = await readAll(bytes)
    const all = (listZip(zip) ?? []).filter(({ name }) => !name.endsWith('/') && !hidden.test(name))
    const byName = new Map(all.map(entry => [entry.name, entry]))
    const hasOwnData = all.some(({ name }) => ownData.test(name))
    for (const entry of all.toSorted((one, other) => compareNames(one.name, other.name))) {
      if (hasOwnData && ownFile.test(entry.name)) continue
      if (!contents.test(entry.name)) yield* this.#entry(zip, entry, byName)
    }
    for (const entry of all)
      if (contents.test(entry.name) && !this.#used.has(entry.name)) this.#leaveOut(entry)
    for (const [name, count] of this.#left) this.#sink.leaveOut('otherFile', name, 0, count)
    yield* this.#sink.taken()
    yield this.#end(listZip(zip) === null)
  }

  async *#entry(
    zip: Uint8Array,
    entry: ZipEntry,
    byName: ReadonlyMap<string, ZipEntry>,
  ): AsyncGenerator<BookmarkEvent, void, undefined> {
    if (!isReadable(entry)) return this.#sink.leaveOut('unreadable', entry.name)
    try {
      const { head, rest } = await takeHead(this.#unpack(zip, entry))
      if (hasPasswords(head.columns)) return this.#sink.leaveOut('passwords', entry.name)
      const format = this.#find(head)
      if (format?.id === 'zip') return this.#sink.leaveOut('nested', entry.name)
      if (!format) return this.#leaveOut(entry)
      const folder = entry.name.slice(0, entry.name.lastIndexOf('/') + 1)
      const beside = async (path: string) => {
        const other = byName.get(folder + path)
        if (!other || !isReadable(other)) return null
        this.#used.add(other.name)
        return readText(zip, other)
      }
      const fileName = entry.name.slice(folder.length).replace(/\.[^.]*$/, '')
      yield* this.#part(format, rest, { ...this.#options, beside, fileName }, entry)
    } catch (error) {
      if (!(error instanceof TypeError || error instanceof RangeError)) throw error
      // What was read before the damage stays.
      this.#sink.leaveOut('unreadable', entry.name)
    }
  }

  async *#part(
    format: BookmarkFormat,
    bytes: Bytes,
    options: FormatOptions,
    entry: ZipEntry,
  ): AsyncGenerator<BookmarkEvent, void, undefined> {
    const before = this.#rows
    let depth = 0
    let isFound = false
    try {
      for await (const event of format.read(bytes, options)) {
        if (event.kind === 'end') {
          if (event.verdict === 'notBookmarks') this.#leaveOut(entry)
          else this.#ends.push(event)
          continue
        }
        if (!isFound) yield { kind: 'start', format: format.id }
        isFound = true
        if (event.kind === 'folder') depth++
        else if (event.kind === 'folderEnd') depth--
        if ('row' in event) {
          this.#rows = before + event.row
          yield { ...event, row: this.#rows }
        } else yield event
      }
    } finally {
      // A part that is damaged in a folder.
      for (; depth > 0; depth--) yield { kind: 'folderEnd' }
    }
  }

  async *#unpack(zip: Uint8Array, entry: ZipEntry): AsyncGenerator<Uint8Array, void, undefined> {
    for await (const piece of unpackEntry(zip, entry, maxBytes - this.#bytes)) {
      this.#bytes += piece.length
      yield piece
    }
    if (this.#bytes < maxBytes && entry.size > maxBytes) this.#sink.leaveOut('tooLarge', entry.name)
  }

  #leaveOut({ name }: ZipEntry): void {
    const folder = name.slice(0, name.lastIndexOf('/') + 1)
    const key = folder === '' ? name : folder
    this.#left.set(key, (this.#left.get(key) ?? 0) + 1)
  }

  #end(isDamaged: boolean): ReadingEnd {
    const sum = (pick: (end: ReadingEnd) => number) => this.#ends.reduce((all, end) => all + pick(end), 0)
    const broken = isDamaged
      ? ({ reason: 'damaged', line: 0 } as const)
      : this.#ends.find(end => end.broken)?.broken
    const tags = this.#ends.flatMap(end => end.tags ?? [])
    const separators = sum(end => end.separators ?? 0)
    const isRead = this.#ends.some(end => end.verdict === 'read')
    return {
      kind: 'end',
      verdict: isRead || isDamaged ? 'read' : this.#left.size > 0 ? 'notBookmarks' : 'empty',
      links: sum(end => end.links),
      folders: sum(end => end.folders),
      leftOut: sum(end => end.leftOut),
      bad: sum(end => end.bad),
      flattened: sum(end => end.flattened),
      unclosed: sum(end => end.unclosed),
      lines: sum(end => end.lines),
      ...(broken && { broken }),
      ...(tags.length > 0 && { tags }),
      ...(separators > 0 && { separators }),
      ...(!isRead && !isDamaged && { fileKind: 'zip' as const }),
    }
  }
}

async function readText(zip: Uint8Array, entry: ZipEntry): Promise<string> {
  const pieces: Uint8Array[] = []
  for await (const piece of unpackEntry(zip, entry, maxBeside)) pieces.push(piece)
  return new TextDecoder().decode(joinBytes(pieces))
}

/** Compares names of parts so that 2 is before 10. */
const collator = new Intl.Collator('en', { numeric: true })

function compareNames(one: string, other: string): number {
  return collator.compare(one, other)
}
