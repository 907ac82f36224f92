import { decodeBookmarkBytes } from '../../bookmarkFiles/bytes.ts'
import type { BookmarkEvent, HighlightRead } from '../../bookmarkFiles/events.ts'
import type { BookmarkFormat, Bytes, FileHead, FormatOptions } from '../format.ts'
import type { FormatId } from '../formatId.ts'
import { type JsonRow, JsonRows } from './jsonRows.ts'
import { damagedText } from './jsonValue.ts'
import { RowSink } from '../rowSink.ts'
import { toHighlight } from '../writtenRow.ts'

export type JsonObject = Readonly<Record<string, unknown>>

/** What reads the values of one file. */
interface JsonReader {
  /**
   * Adds a value to the sink. A generator that adds many yields now and then, so that its events do not all wait in
   * memory.
   */
  row(value: JsonObject, at: { path: string; line: number }): void | Promise<void> | Iterable<undefined>
  /** Adds a value that is no object, such as a list; without it, such a value is a damaged row. */
  other?(value: unknown): void
  /** Adds what is collected until the end. */
  end?(): void | Iterable<undefined>
}

interface JsonFormat {
  id: FormatId
  recognise: (head: FileHead) => boolean
  /** The paths of the values that are read, as `listJsonPaths` writes them. */
  paths: readonly string[]
  /** For values that are trees: the keys that are not read of their objects. */
  without?: readonly string[]
  open(sink: RowSink, options: FormatOptions): JsonReader
}

/** Makes a format of a JSON text. Only the values at its paths are read, one at a time. */
export function jsonFormat({ id, recognise, ...format }: JsonFormat): BookmarkFormat {
  return { id, recognise, read: (bytes, options) => readJson(bytes, options, format) }
}

async function* readJson(
  bytes: Bytes,
  options: FormatOptions,
  { paths, without, open }: Pick<JsonFormat, 'paths' | 'without' | 'open'>,
): AsyncGenerator<BookmarkEvent, void, undefined> {
  const rows = new JsonRows(paths, without)
  const sink = new RowSink(options)
  const reader = open(sink, options)
  async function* take(found: readonly JsonRow[]) {
    for (const row of found) {
      const added = addRow(sink, reader, row)
      if (added instanceof Promise) await added
      else for (const _ of added ?? []) yield* sink.taken()
    }
    yield* sink.taken()
  }
  for await (const text of decodeBookmarkBytes(bytes, false)) yield* take(rows.write(text))
  yield* take(rows.end())
  for (const _ of reader.end?.() ?? []) yield* sink.taken()
  sink.end(rows.lines, rows.broken)
  yield* sink.taken()
}

function addRow(
  sink: RowSink,
  reader: JsonReader,
  { value, path, line, text }: JsonRow,
): ReturnType<JsonReader['row']> {
  if (isObject(value)) return reader.row(value, { path, line })
  if (value !== undefined && reader.other) return reader.other(value)
  const shown = value === undefined ? text : JSON.stringify(value)
  sink.reject('damaged', { title: shown, address: findAddress(shown), line })
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Adds an object of a tree that is damaged. Returns whether it is. */
export function rejectDamaged(sink: RowSink, node: JsonObject, line: number): boolean {
  const text: unknown = (node as { [damagedText]?: unknown })[damagedText]
  if (typeof text !== 'string') return false
  sink.reject('damaged', { title: text, address: findAddress(text), line })
  return true
}

const findAddress = (text: string) => /https?:[^"\s]{0,500}/i.exec(text)?.[0] ?? ''

/** Returns a value as an object; an empty one when it is none. */
export function toObject(value: unknown): JsonObject {
  return isObject(value) ? value : {}
}

/** Returns the objects of a list; none when it is no list. */
export function toObjects(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}

/** Returns a value as text; '' when it is neither text nor number. */
export function toText(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}

/** Returns a value as a date, as `toDate` takes it. */
export function toWrittenDate(value: unknown): string | number | null {
  return typeof value === 'string' || typeof value === 'number' ? value : null
}

/** Returns whether a value means yes, in any of the ways in which exporters write it. */
export function toFlag(value: unknown): boolean {
  return value === true || value === 1 || /^(?:true|1|yes)$/i.test(toText(value))
}

/** Returns the names of a list of texts, or of objects that have them under `key`; or of a text between commas. */
export function toTexts(value: unknown, key = 'name'): string[] {
  if (Array.isArray(value)) return value.map(each => toText(isObject(each) ? each[key] : each))
  return toText(value).split(',')
}

/** Returns the highlights of a list, with the texts under these keys. */
export function readHighlights(
  list: unknown,
  { text, comment, color = '', added }: { text: string; comment: string; color?: string; added: string },
): HighlightRead[] {
  return toObjects(list).map(each =>
    toHighlight({
      text: toText(each[text]),
      comment: toText(each[comment]),
      color: toText(each[color]),
      added: toWrittenDate(each[added]),
    }),
  )
}
