import type { LinkRead } from '@nestmark/core/bookmarkFiles/events'
import { type Report, skip } from '../importReport.ts'

type What = NonNullable<Report['unsupported']>[number]['what']

/** The number of rows that the report names for each part. */
const maxRows = 20

/**
 * Counts the data that Nestmark does not support.
 * @param row the row of a link that has it; absent for data between links
 */
export function countUnsupported(
  report: Report,
  what: What,
  { row, total = 1 }: { row?: number; total?: number },
): void {
  const all = (report.unsupported ??= [])
  let entry = all.find(each => each.what === what)
  if (!entry) all.push((entry = { what, total: 0, rows: [] }))
  entry.total += total
  if (row !== undefined && entry.rows.length < maxRows) entry.rows.push(row)
}

/**
 * Skips a link that consists of an uploaded file: without the file, which is not in a bookmark file, it would be an item
 * that plays or shows nothing.
 * @returns whether it was skipped
 */
export function skipFileLink(report: Report, link: LinkRead): boolean {
  if (!link.hasFile || link.address !== '') return false
  skip(report, link, 'Its file is not in this format')
  countUnsupported(report, 'skippedFile', { row: link.row })
  return true
}

/** Counts the marks of a link that Nestmark does not support. */
export function countMarks(report: Report, { row, ...link }: LinkRead): void {
  if (link.hasFile) countUnsupported(report, 'file', { row })
  if (link.hasInvalidImage) countUnsupported(report, 'picture', { row })
  if (link.keyword !== '') countUnsupported(report, 'keyword', { row })
  if (link.feed !== '') countUnsupported(report, 'feed', { row })
  if (link.isPrivate) countUnsupported(report, 'private', { row })
  if (link.toRead) countUnsupported(report, 'toRead', { row })
  if (link.isArchived) countUnsupported(report, 'archived', { row })
  if (link.otherFolders) countUnsupported(report, 'otherFolders', { row })
}
