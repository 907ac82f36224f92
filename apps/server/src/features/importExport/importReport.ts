import type { ImportReport } from '@nestmark/contract/transfer/importExport'
import type { ImportPreview } from '@nestmark/contract/transfer/importPreview'
import { shorten } from '@nestmark/core/bookmarkFiles/fitLink'

export type Report = ImportReport

/** The number of rows listed in the report; the rest is only counted. */
export const rowsNamed = 500

export const emptyReport = (): Report => ({ links: 0, folders: 0, skipped: 0, shortened: 0, rows: [] })

/** A row of the file: its number, and the title or else the address by which a person recognises it. */
export interface ReportedRow {
  row: number
  title?: string
  address?: string
}

/** The lengths of a title and of an address in the report. */
const [titleLength, addressLength] = [80, 200]

/** Counts a skipped row, with its reason. */
export function skip(report: Report, at: ReportedRow, reason: string): void {
  report.skipped++
  if (report.preview) countReason(report.preview.reasons, reason)
  nameRow(report, at, reason)
}

/** The number of different reasons that a preview counts; a hostile file may have any number. */
const maxReasons = 30

function countReason(reasons: ImportPreview['reasons'], reason: string): void {
  const known = reasons.find(each => each.reason === reason)
  if (known) known.total++
  else if (reasons.length < maxReasons) reasons.push({ reason, total: 1 })
}

/** Counts a row that was imported but shortened to the limits. */
export function reportShortened(report: Report, at: ReportedRow, reason: string): void {
  report.shortened++
  nameRow(report, at, reason)
}

/** Adds a row to the report, with its reason, and the title and the address by which a person recognises it. */
export function nameRow(report: Report, { row, title, address = '' }: ReportedRow, reason: string): void {
  if (report.rows.length >= rowsNamed) return
  const name = shorten(title || address, titleLength)
  report.rows.push({
    row,
    reason,
    ...(name !== '' && { title: name }),
    ...(address !== '' && { address: shorten(address, addressLength) }),
  })
}
