import { deepestIndent, type TreeRow } from './tree.ts'

const step = 15
const x = (column: number) => 6 + column * step - 8.5

/** Width of the drawing of one row's twigs. */
export const treeLineWidth = x(deepestIndent + 1) + 10

/**
 * The twigs of one row as two paths: the quiet ones, and the lit one on the way to the current collection.
 * A row draws only what passes through it, so that rows out of sight are not needed for the lines of the others.
 * @param lit columns in which the lit twig passes this row
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
  // The stem from an open row down to its first child.
  if (row.open && row.depth < deepestIndent) {
    const stem = line(column + 1, middle + 8, height)
    if (leadsOn) bright += stem
    else quiet += stem
  }
  return { quiet, bright }
}
