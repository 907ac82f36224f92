import { deepestIndent, type TreeRow } from './tree.ts'

const step = 15
const x = (column: number) => 6 + column * step - 8.5

/** Width of the tree lines of a row, in pixels. */
export const treeLineWidth = x(deepestIndent + 1) + 10

/**
 * Returns the tree lines of a row as two SVG paths: the normal ones, and the highlighted one to the current collection.
 * A row draws only the lines that pass through it, so that no line depends on rows that are not rendered.
 * @param height of the row, in pixels
 * @param passing columns in which the highlighted line passes this row, as bits
 */
export function treeLinePaths(row: TreeRow, height: number, onWay: boolean, leadsOn: boolean, lit: number) {
  const column = Math.min(row.depth, deepestIndent)
  const middle = height / 2
  let quiet = ''
  let bright = ''
  const line = (at: number, from: number, to: number) => `M${x(at)} ${from}V${to}`
  for (let at = 1; at < column; at++) {
    if (!(row.twigs & (1 << at))) continue
    if (lit & (1 << at)) bright += line(at, 0, height)
    else quiet += line(at, 0, height)
  }
  if (column > 0) {
    const left = x(column)
    const elbow = `M${left} 0V${middle - 8}q0 8 8 8`
    const passed = (lit & (1 << column)) !== 0
    if (onWay) bright += elbow
    else quiet += elbow
    if (passed) bright += line(column, 0, height)
    else if (row.twigs & (1 << column)) quiet += line(column, middle - 8, height)
  }
  // The line from an expanded row down to its first child.
  if (row.open && row.depth < deepestIndent) {
    const stem = line(column + 1, middle + 8, height)
    if (leadsOn) bright += stem
    else quiet += stem
  }
  return { quiet, bright }
}
