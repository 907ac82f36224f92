/** Makes spreadsheets read a file as UTF-8. */
export const byteOrderMark = '\ufeff'

/** Returns a row of a CSV file (RFC 4180), every cell in quotes. */
export function formatCsvRow(cells: readonly string[]): string {
  return `${cells.map(formatCell).join(',')}\r\n`
}

/**
 * Quotes a cell. A text that a spreadsheet would run as a formula begins with an apostrophe. Ids are
 * left as they are, because programs read them: 22 letters, digits, `-` and `_` call nothing.
 */
function formatCell(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) && !/^-[\w-]{21}$/.test(text) ? `'${text}` : text
  return `"${harmless.replaceAll('"', '""')}"`
}
