export type Cell = string | number | null

/** The only parameter of a statement that SQLite runs once per row; see `newRows`. */
export class EachRow {
  readonly rows: readonly (readonly Cell[])[]

  constructor(rows: readonly (readonly Cell[])[]) {
    this.rows = rows
  }
}
