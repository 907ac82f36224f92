import type { ImportReport } from '@nestmark/contract/transfer/importExport'
import type { ImportPreview } from '@nestmark/contract/transfer/importPreview'
import { shorten, quoteStart } from '@nestmark/core/bookmarkFiles/fitLink'
import type { BookmarkEvent, ReadingEnd, ReadingStart } from '@nestmark/core/bookmarkFiles/events'
import { brokenReasons, partReasons } from '@nestmark/texts/transfer/importFormats'
import type { ImportPayload } from './writing/importPayload.ts'

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

/**
 * Reports a truncated file: its last link, or what may be missing. A preview also names where it breaks off.
 * @param last the last row that was read
 */
export function reportEnd(
  report: Report,
  { cutOff, unclosed, hasOpenList = false, broken }: ReadingEnd,
  last: ReportedRow,
): void {
  const name = (row: number, reason: string) => {
    if (report.preview) report.preview.broken = { row, reason }
    return reason
  }
  const nameLast = (reason: string) => nameRow(report, last, name(last.row, reason))
  if (broken) {
    const row = broken.line || last.row
    nameRow(report, { ...last, row }, name(row, brokenReasons[broken.reason]))
  } else if (cutOff && !cutOff.isRead) {
    const row = last.row + 1
    skip(report, { row }, name(row, 'The file ends in the middle of this link'))
  } else if (cutOff) nameLast('The file ends in the title of this link')
  else if (unclosed > 0) nameLast('The file ends in an open folder; links may be missing after this one')
  else if (hasOpenList) nameLast('The file ends without its last line; links may be missing after this one')
}

/** Notes the format of a file. A preview also has the columns of a table, as they were chosen or guessed. */
export function noteFormat(
  report: Report,
  { format, columns }: ReadingStart,
  { choices }: Pick<ImportPayload, 'choices'>,
): void {
  report.format ??= format
  if (report.preview && columns)
    report.preview.columns = columns.map((each, at) => ({
      ...each,
      role: choices?.columns?.[at] ?? each.role,
    }))
}

/** Reports what is no row: something beside the rows that is not read, and a folder that is too deep. */
export function reportBesides(
  report: Report,
  event: Extract<BookmarkEvent, { kind: 'part' | 'flattened' }>,
): void {
  if (event.kind === 'part')
    nameRow(report, { row: 0, title: event.name }, partReasons[event.reason](event.count))
  else nameRow(report, { row: 0 }, `"${quoteStart(event.name)}" is too deep; its links went one level up`)
}
