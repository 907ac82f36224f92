import { readBookmarkDate } from '../../bookmarkFiles/dates.ts'
import type { ColumnRole, CsvColumn } from './columnRoles.ts'
import { CsvParser } from './csvParser.ts'
import { type FileHead, toColumnName } from '../format.ts'

export interface CsvLayout {
  /** The first line has the names of the columns. */
  hasHeader: boolean
  columns: CsvColumn[]
}

/** The usual names of columns, in lower case; the first one that a table has is the most certain. */
const usual: Partial<Record<ColumnRole, readonly string[]>> = {
  address: [
    'url',
    'link',
    'href',
    'address',
    'permalink',
    'uri',
    'web address',
    'source',
    'link url',
    'page url',
  ],
  title: ['title', 'name', 'page title', 'label'],
  note: ['description', 'desc', 'note', 'notes', 'comment', 'excerpt', 'summary', 'text', 'selection'],
  tags: ['tags', 'tag', 'labels', 'keywords', 'categories'],
  folder: ['folder', 'collection', 'list', 'category', 'path', 'group'],
  added: [
    'created',
    'created_at',
    'created at',
    'added',
    'date added',
    'added at',
    'date',
    'time_added',
    'timestamp',
    'saved at',
    'saved',
  ],
  favourite: ['favorite', 'favourite', 'starred', 'important'],
}
/** Roles that several columns have together. */
const shared: ReadonlySet<ColumnRole> = new Set(['note', 'tags', 'none'])

const web = /^(?:https?:\/\/|www\.)\S+$/i
const maxSample = 80
/** The rows by which the columns are guessed. */
const sampleRows = 20
/** A table with more columns is none of links. */
const maxColumns = 100

/**
 * Guesses what the columns of a table are: by their usual names, else by their cells.
 * @param head the beginning of the file
 * @returns null when no column has addresses
 */
export function findCsvLayout(head: FileHead): CsvLayout | null {
  const parser = new CsvParser(head.columns.delimiter)
  const [first, ...others] = [...parser.write(head.text.slice(0, 20_000)), ...parser.end()].slice(
    0,
    sampleRows,
  )
  if (!first || first.isUnclear || first.cells.length > maxColumns) return null
  const hasHeader = !first.cells.some(cell => web.test(cell.trim()))
  const rows = (hasHeader ? others : [first, ...others]).map(({ cells }) => cells.map(cell => cell.trim()))
  const columns = first.cells.map((name, at): CsvColumn => {
    const sample = rows.find(cells => cells[at])?.[at] ?? ''
    return { name: hasHeader ? name.trim() : '', sample: sample.slice(0, maxSample), role: 'none' }
  })
  if (hasHeader) nameRoles(columns)
  const has = (role: ColumnRole) => columns.some(each => each.role === role)
  if (!has('address')) {
    const width = first.cells.length
    const isTable = width > 1 && rows.length > 0 && rows.slice(0, -1).every(cells => cells.length === width)
    const found = isTable ? columns.findIndex((_, at) => hasMostly(rows, at, cell => web.test(cell))) : -1
    const column = columns[found]
    if (!column) return null
    column.role = 'address'
    guessRest(columns, rows, hasHeader)
  }
  return { hasHeader, columns }
}

/** Gives the columns with usual names their roles. */
function nameRoles(columns: readonly CsvColumn[]): void {
  for (const [role, names] of Object.entries(usual) as [ColumnRole, readonly string[]][])
    for (const name of names) {
      const column = columns.find(each => each.role === 'none' && toColumnName(each.name) === name)
      if (!column || (!shared.has(role) && columns.some(each => each.role === role))) continue
      column.role = role
    }
}

/** Gives columns without usual names roles by their cells: dates, then the title; without names the rest is notes. */
function guessRest(columns: readonly CsvColumn[], rows: readonly string[][], hasHeader: boolean): void {
  const free = (at: number) => columns[at]?.role === 'none' && columns[at].sample !== ''
  const give = (role: ColumnRole, is: (at: number) => boolean) => {
    if (columns.some(each => each.role === role)) return
    const column = columns[columns.findIndex((_, at) => free(at) && is(at))]
    if (column) column.role = role
  }
  give('added', at => hasMostly(rows, at, cell => readBookmarkDate(cell) !== null))
  give('title', at => hasMostly(rows, at, cell => !/^[\d.,\s]*$/.test(cell) && !web.test(cell)))
  if (hasHeader) return
  for (const [at, column] of columns.entries()) if (free(at)) column.role = 'note'
}

/** Returns whether most of the cells with text are of a kind. */
function hasMostly(rows: readonly string[][], at: number, is: (cell: string) => boolean): boolean {
  const cells = rows.map(row => row[at] ?? '').filter(cell => cell !== '')
  return cells.length > 0 && cells.filter(is).length * 2 > cells.length
}
