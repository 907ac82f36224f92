/** Tells spreadsheets that a file is UTF-8. */
export const byteOrderMark = '\ufeff'

/** Returns a row of a CSV file (RFC 4180), every cell in quotes. */
export function formatCsvRow(cells: readonly string[]): string {
  return `${cells.map(formatCell).join(',')}\r\n`
}

/**
 * Quotes a cell. A text that a spreadsheet would run as a formula begins with an apostrophe. One of letters, digits, `-` and
 * `_` calls nothing, and is left as it is: an id must be the same in each file.
 */
function formatCell(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) && !/^-[\w-]*$/.test(text) ? `'${text}` : text
  return `"${harmless.replaceAll('"', '""')}"`
}
