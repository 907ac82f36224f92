import type { BookmarkEvent, ReadingEnd, ReadingStart } from '@nestmark/core/bookmarkFiles/events'
import { quoteStart } from '@nestmark/core/bookmarkFiles/fitLink'
import { brokenReasons, partReasons } from '@nestmark/texts/transfer/importFormats'
import type { ImportPayload } from './writing/importPayload.ts'
import { nameRow, type Report, type ReportedRow, skip } from './importReport.ts'

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
  if (broken) {
    const row = broken.line || last.row
    nameRow(report, { ...last, row }, name(row, brokenReasons[broken.reason]))
  } else if (cutOff && !cutOff.isRead) {
    const row = last.row + 1
    skip(report, { row }, name(row, 'The file ends in the middle of this link'))
  } else if (cutOff) nameRow(report, last, name(last.row, 'The file ends in the title of this link'))
  else if (unclosed > 0)
    nameRow(
      report,
      last,
      name(last.row, 'The file ends in an open folder; links may be missing after this one'),
    )
  else if (hasOpenList)
    nameRow(
      report,
      last,
      name(last.row, 'The file ends without its last line; links may be missing after this one'),
    )
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
