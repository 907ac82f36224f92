/** What a column of a table is; several columns may be notes or tags. */
export const columnRoles = [
  'address',
  'title',
  'tags',
  'folder',
  'note',
  'added',
  'favourite',
  'none',
] as const
export type ColumnRole = (typeof columnRoles)[number]

/** A column of a table: its name, the first cell with text, and what it probably is. */
export interface CsvColumn {
  /** '' when the table does not name its columns. */
  name: string
  sample: string
  role: ColumnRole
}
