import type { FolderRead, ReadingOptions, RowRead } from './events.ts'
import { readFolder, readRow } from './rows.ts'
import type { Attributes } from './tagStream.ts'
import type { TextBuffer } from './textBuffer.ts'

/** A folder heading or a link whose note and following elements are not read yet. */
export interface PendingRow {
  what: 'folder' | 'link'
  attributes: Attributes
  line: number
  title: TextBuffer
  note: TextBuffer
  isUnclear: boolean
}

/** Attributes in a title, after a tag whose quotes do not match. */
const attributeInTitle = /["']\s+(?:add_date|last_modified|tags|time_added)\s*=/i

/**
 * Converts a complete row to a link, or to the reason for its rejection.
 * @param row number of the row in the file, from 1
 */
export function readPendingRow(
  pending: PendingRow,
  row: number,
  hasSpacedTags: boolean,
  options: ReadingOptions,
): RowRead {
  const title = pending.title.asTitle()
  const note = pending.note.asNote()
  const isUnclear = pending.isUnclear || attributeInTitle.test(title)
  return readRow({ ...pending, title, note, isUnclear, hasSpacedTags }, row, options)
}

/** Converts a complete heading to a folder. */
export function readPendingFolder(pending: PendingRow, now?: number): FolderRead {
  return readFolder({ ...pending, title: pending.title.asTitle(), note: pending.note.asNote() }, now)
}
