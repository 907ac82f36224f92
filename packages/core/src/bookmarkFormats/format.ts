import type { BookmarkEvent, BrokenAt, ReadingOptions } from '../bookmarkFiles/events.ts'
import { createBookmarkDecoder } from '../bookmarkFiles/bytes.ts'
import type { ColumnRole } from './csv/columnRoles.ts'
import { CsvParser } from './csv/csvParser.ts'
import type { FormatId } from './formatId.ts'
import { listJsonPaths } from './json/jsonPaths.ts'

/** The number of bytes by which a format is recognised. */
export const headBytes = 65_536

export type Bytes = Iterable<Uint8Array> | AsyncIterable<Uint8Array>

export interface FormatOptions extends ReadingOptions {
  /**
   * Returns the text of another file of the same ZIP, by its path; null when there is none. Absent for a file that is in
   * no ZIP.
   */
  beside?: (path: string) => Promise<string | null>
  /**
   * Reads the bookmarks of a database of Firefox; null when it is another one. Absent where no database can be opened.
   */
  readPlaces?: (bytes: Bytes) => Promise<PlacesRead | null>
  /** What the columns of a table are, in their order; absent for what is guessed. */
  columns?: readonly ColumnRole[] | undefined
  /** The name of the file in its ZIP, without extension: some exports have the name of a list there. */
  fileName?: string
}

/** The bookmarks of a `places.sqlite`, as Firefox writes them in its backups. */
export interface PlacesRead {
  root: Readonly<Record<string, unknown>>
  /** Why they are not complete; null when they are. */
  broken: BrokenAt['reason'] | null
}

/** A format of bookmark files. Its reader is pure: it knows no database, clock or network. */
export interface BookmarkFormat {
  id: FormatId
  /** The file is compressed: a small one may have much in it. */
  isCompressed?: true
  /** The file is a database, which only the process of an import opens. */
  isDatabase?: true
  /** Returns whether a file has this format, by its content. */
  recognise(head: FileHead): boolean
  /**
   * Reads a file as events, in the order of the file; the last one is `end`. Throws for no content.
   * @param bytes the file, split at any position
   */
  read(bytes: Bytes, options: FormatOptions): AsyncIterable<BookmarkEvent>
}

/** The beginning of a file, by which its format is recognised. */
export class FileHead {
  readonly bytes: Uint8Array
  /** The text, without byte order mark and blanks before it. */
  readonly text: string
  #json: ReadonlySet<string> | undefined
  #columns: CsvColumns | undefined

  constructor(bytes: Uint8Array) {
    this.bytes = bytes.subarray(0, headBytes)
    const decoder = createBookmarkDecoder()
    this.text = (decoder.write(this.bytes) + decoder.end()).trimStart()
  }

  /** Returns whether the file begins with these bytes, given as characters. */
  startsWith(characters: string): boolean {
    return [...characters].every((char, at) => this.bytes[at] === char.charCodeAt(0))
  }

  /** Returns whether a JSON text has all of these keys, as `listJsonPaths` writes them. */
  hasKeys(...paths: readonly string[]): boolean {
    this.#json ??= /^[[{]/.test(this.text) ? listJsonPaths(this.text) : new Set()
    const found = this.#json
    return paths.every(path => found.has(path))
  }

  /** The columns of a table. */
  get columns(): CsvColumns {
    return (this.#columns ??= readColumns(this.text))
  }

  /** Returns whether a table has all of these columns. @param names in lower case */
  hasColumns(...names: readonly string[]): boolean {
    return names.every(name => this.columns.names.includes(name))
  }

  /** The name of the outermost element of an XML text, in lower case; '' when there is none. */
  get root(): string {
    return rootElement.exec(this.text)?.[1]?.toLowerCase() ?? ''
  }
}

const rootElement =
  /^(?:\s*(?:<\?[^>]{0,500}\?>|<!--[^]{0,5000}?-->|<!DOCTYPE[^>[]{0,500}(?:\[[^\]]{0,5000}\])?>))*\s*<([\w:.-]+)/i

/** The first line of a table. */
export interface CsvColumns {
  /** In lower case, with single blanks. */
  names: readonly string[]
  delimiter: string
}

/** Reads the first line of a table, whose cells are separated by commas, or as spreadsheets write them. */
function readColumns(text: string): CsvColumns {
  let best: CsvColumns = { names: [], delimiter: ',' }
  for (const delimiter of [',', ';', '\t']) {
    const names = readRecord(text, delimiter)
    if (names.length > best.names.length) best = { names, delimiter }
  }
  return best
}

function readRecord(text: string, delimiter: string): string[] {
  const parser = new CsvParser(delimiter)
  const [first] = [...parser.write(text.slice(0, 20_000)), ...parser.end()]
  return first && !first.isUnclear ? first.cells.map(toColumnName) : []
}

/** Returns the name of a column as it is compared. */
export function toColumnName(cell: string): string {
  return cell
    .replaceAll(/[\s\ufeff]+/g, ' ')
    .trim()
    .toLowerCase()
}
