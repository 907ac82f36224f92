import { decodeBookmarkBytes } from '../../bookmarkFiles/bytes.ts'
import type { BookmarkEvent } from '../../bookmarkFiles/events.ts'
import type { CsvLayout } from './csvColumns.ts'
import { CsvParser, type CsvRecord } from './csvParser.ts'
import {
  type BookmarkFormat,
  type Bytes,
  type CsvColumns,
  type FileHead,
  type FormatOptions,
  toColumnName,
} from '../format.ts'
import type { FormatId } from '../formatId.ts'
import { takeHead } from '../takeHead.ts'
import { RowSink } from '../rowSink.ts'
import type { WrittenRow } from '../writtenRow.ts'

/** A row of a table. */
export interface CsvRow {
  line: number
  /** Returns the cell of the first of these columns that has text. @param names in lower case */
  get(...names: readonly string[]): string
}

/** What reads the rows of one file. */
interface CsvRowReader {
  row(row: CsvRow): void
  /** Adds what is collected until the end. */
  end?(): void
}

interface CsvFormat {
  id: FormatId
  /** The columns by which the format is recognised, in lower case. */
  needs: readonly string[]
  /** A further condition. */
  recognise?: (columns: CsvColumns, head: FileHead) => boolean
  /** Finds the columns where their names do not show what they are; rows then have their cells by position, from '0'. */
  findLayout?: (head: FileHead) => CsvLayout | null
  /** Reads the rows of one file into the sink. */
  open(sink: RowSink, columns: CsvColumns, options: FormatOptions, layout: CsvLayout | null): CsvRowReader
}

/** Makes a format of a table whose first line names its columns, in any order. Unknown columns are ignored. */
export function csvFormat({ id, needs, recognise, findLayout, open }: CsvFormat): BookmarkFormat {
  return {
    id,
    recognise: head =>
      head.hasColumns(...needs) && (recognise?.(head.columns, head) ?? true) && !hasPasswords(head.columns),
    read: (bytes, options) => readCsv(bytes, options, { findLayout, open }),
  }
}

/**
 * Makes a format of a table of links.
 * @param read returns what is not only in the columns `url` and `title`; null for a row that is no link
 */
export function linkTable({
  read,
  ...format
}: Pick<CsvFormat, 'id' | 'needs' | 'recognise'> & {
  read: (row: CsvRow, sink: RowSink, options: FormatOptions) => Partial<WrittenRow> | null
}): BookmarkFormat {
  return csvFormat({
    ...format,
    open: (sink, _columns, options) => ({
      row(row) {
        const { get, line } = row
        const found = read(row, sink, options)
        if (found) sink.row({ address: get('url'), title: get('title'), ...found, line })
      },
    }),
  })
}

const passwordColumns = new Set([
  'password',
  'passwort',
  'mot de passe',
  'contraseña',
  'login_password',
  'otpauth',
])

/** Returns whether a table has passwords, so that it is not read. */
export function hasPasswords({ names }: CsvColumns): boolean {
  return names.some(name => passwordColumns.has(name))
}

async function* readCsv(
  bytes: Bytes,
  options: FormatOptions,
  { findLayout, open }: Pick<CsvFormat, 'findLayout' | 'open'>,
): AsyncGenerator<BookmarkEvent, void, undefined> {
  const { head, rest } = await takeHead(bytes)
  const { columns } = head
  const layout = findLayout?.(head) ?? null
  const parser = new CsvParser(columns.delimiter)
  const sink = new RowSink(options)
  const reader = open(sink, columns, options, layout)
  let places: ReadonlyMap<string, number> | null = layout && !layout.hasHeader ? byPosition(layout) : null
  const take = (records: readonly CsvRecord[]) => {
    for (const record of records) {
      if (places) addRecord(sink, reader, places, record)
      else places = layout ? byPosition(layout) : toPlaces(record)
    }
  }
  for await (const text of decodeBookmarkBytes(rest, false)) {
    take(parser.write(text))
    yield* sink.taken()
  }
  take(parser.end())
  reader.end?.()
  sink.end(parser.lines)
  yield* sink.taken()
}

function byPosition({ columns }: CsvLayout): ReadonlyMap<string, number> {
  return new Map(columns.map((_, at) => [String(at), at]))
}

function toPlaces({ cells }: CsvRecord): ReadonlyMap<string, number> {
  const places = new Map<string, number>()
  for (const [at, cell] of cells.entries())
    if (!places.has(toColumnName(cell))) places.set(toColumnName(cell), at)
  return places
}

function addRecord(
  sink: RowSink,
  reader: CsvRowReader,
  places: ReadonlyMap<string, number>,
  { cells, line, isUnclear }: CsvRecord,
): void {
  const shown = () => ({
    title: cells.join(', '),
    address: cells.find(cell => /^https?:/i.test(cell.trim())) ?? '',
    line,
  })
  if (isUnclear) return sink.reject('unclearQuotes', shown())
  // The cells of such a row are shifted, so that none of them is certain.
  if (cells.length > places.size && cells.slice(places.size).some(cell => cell.trim() !== ''))
    return sink.reject('cells', shown())
  reader.row({
    line,
    get: (...names) => {
      for (const name of names) {
        const cell = cells[places.get(name) ?? -1]
        if (cell !== undefined && cell.trim() !== '') return cell
      }
      return ''
    },
  })
}

/** Returns whether a cell means yes. */
export function isYes(cell: string): boolean {
  return /^(?:true|1|yes|y|x)$/i.test(cell.trim())
}
