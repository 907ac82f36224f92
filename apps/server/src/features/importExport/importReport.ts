import type { ImportReport } from '@nestmark/contract/importExport'

export type Report = ImportReport

/** The number of rows listed in the report; the rest is only counted. */
export const rowsNamed = 500

export const emptyReport = (): Report => ({ links: 0, folders: 0, skipped: 0, shortened: 0, rows: [] })

/** Counts a skipped row, with its reason. */
export function skip(report: Report, row: number, reason: string): void {
  report.skipped++
  name(report, row, reason)
}

/** Counts a row that was imported but shortened to the limits. */
export function reportShortened(report: Report, row: number, reason: string): void {
  report.shortened++
  name(report, row, reason)
}

function name(report: Report, row: number, reason: string): void {
  if (report.rows.length < rowsNamed) report.rows.push({ row, reason })
}
