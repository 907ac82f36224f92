import { maxIndent, type TreeRow } from './tree.ts'

const columnWidth = 15
const x = (column: number) => 6 + column * columnWidth - 8.5

/** Width of the tree lines of a row, in pixels. */
export const treeLineWidth = x(maxIndent + 1) + 10

/** The tree lines of a row as SVG paths; '' without a line. */
export interface TreeLinePaths {
  normal: string
  /** The line to the current collection. */
  highlighted: string
}

/**
 * Returns the tree lines of a row as two SVG paths: the normal ones, and the highlighted one to the current collection.
 * A row draws only the lines that pass through it, so that no line depends on rows that are not rendered.
 * @param height of the row, in pixels
 * @param passing columns in which the highlighted line passes this row, as bits
 */
export function buildTreeLinePaths(
  row: TreeRow,
  height: number,
  onPath: boolean,
  pathContinues: boolean,
  passing: number,
): TreeLinePaths {
  const column = Math.min(row.depth, maxIndent)
  const middle = height / 2
  let normal = ''
  let highlighted = ''
  const drawLine = (lineColumn: number, from: number, to: number) => `M${x(lineColumn)} ${from}V${to}`
  for (let lineColumn = 1; lineColumn < column; lineColumn++) {
    if (!(row.continuing & (1 << lineColumn))) continue
    if (passing & (1 << lineColumn)) highlighted += drawLine(lineColumn, 0, height)
    else normal += drawLine(lineColumn, 0, height)
  }
  if (column > 0) {
    const left = x(column)
    const elbow = `M${left} 0V${middle - 8}q0 8 8 8`
    const isPassing = (passing & (1 << column)) !== 0
    if (onPath) highlighted += elbow
    else normal += elbow
    if (isPassing) highlighted += drawLine(column, 0, height)
    else if (row.continuing & (1 << column)) normal += drawLine(column, middle - 8, height)
  }
  // The line from an expanded row down to its first child.
  if (row.expanded && row.depth < maxIndent) {
    const stem = drawLine(column + 1, middle + 8, height)
    if (pathContinues) highlighted += stem
    else normal += stem
  }
  return { normal, highlighted }
}
