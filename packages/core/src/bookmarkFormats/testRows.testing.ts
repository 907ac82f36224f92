/** A row of a random file. */
export interface TestRow {
  address: string
  title: string
  note: string
  tag: string
  /** Seconds since 1970. */
  added: number
}

export type Write = (rows: readonly TestRow[]) => string | Uint8Array

const csvCell = (text: string) => `"${text.replaceAll('"', '""')}"`
/** Writes a table. */
export const csv =
  (header: string, cells: (row: TestRow, n: number) => readonly string[]): Write =>
  rows =>
    [header, ...rows.map((row, n) => cells(row, n).map(csvCell).join(','))].join('\r\n')
/** Writes a list of objects, within another value. */
export const json =
  (
    toItem: (row: TestRow, n: number) => object,
    around: (items: object[]) => unknown = items => items,
  ): Write =>
  rows =>
    JSON.stringify(around(rows.map(toItem)))

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
// XML cannot contain control characters and lone surrogates.
export const xml = (text: string) =>
  text
    .toWellFormed()
    .replaceAll(/\p{Cc}|[\ufffe\uffff]/gu, ' ')
    .replaceAll(/[&<>"]/g, char => escapes[char] ?? '')
export const list =
  (toRow: (row: TestRow) => string, before: string, after: string): Write =>
  rows =>
    before + rows.map(toRow).join('\n') + after
export const line = (text: string) => text.toWellFormed().replaceAll(/[\p{Cc}\u2028\u2029]/gu, ' ')
export const iso = (seconds: number) => new Date(seconds * 1000).toISOString()
