import type { ReadingEnd } from '@nestmark/core/bookmarkFiles/events'
import { brokenReasons } from '@nestmark/texts/importFormats'
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
