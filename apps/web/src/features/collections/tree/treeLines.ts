import { maxIndent, type TreeRow } from './tree.ts'

/** The indentation of each column, from 0 to `maxIndent`, in pixels. */
export type TreeIndents = readonly number[]

/** The width of a column where there is space, in pixels. */
const columnWidth = 15
/** How much of it each column keeps where there is little space: the deeper, the less. */
const narrowed = [1, 0.8, 0.6, 0.45, 0.3, 0.2]
const narrowedSum = narrowed.reduce((sum, part) => sum + part, 0)

/** The least space for the name of a row, and what else a row contains at least: padding and arrow, in pixels. */
const [nameWidth, fixedWidth] = [120, 36]

/**
 * Returns the indentation of each column of a tree. In a narrow tree it shrinks, so that the name of the deepest row has
 * 120 px.
 * @param width of a row, in pixels; 0 before it is measured
 * @param reserved the width of the buttons of each row, in pixels
 */
export function computeIndents(width: number, reserved = 0): TreeIndents {
  const full = columnWidth * maxIndent
  const room = width === 0 ? full : Math.max(0, Math.min(full, width - fixedWidth - nameWidth - reserved))
  const narrow = columnWidth * narrowedSum
  // Between the two, all columns grow towards the same width.
  const scale = Math.min(1, room / narrow)
  const evenness = Math.max(0, (room - narrow) / (full - narrow))
  const indents = [0]
  for (const part of narrowed)
    indents.push((indents.at(-1) ?? 0) + columnWidth * scale * (part + (1 - part) * evenness))
  return indents
}

/** Returns the width of the tree lines of a row, in pixels. */
export const treeLineWidth = (indents: TreeIndents): number => (indents[maxIndent] ?? 0) + columnWidth + 8

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
  indents: TreeIndents,
): TreeLinePaths {
  const column = Math.min(row.depth, maxIndent)
  const middle = height / 2
  /** The line of a column is below the middle of the arrows of the column before it. */
  const x = (lineColumn: number) => (indents[lineColumn - 1] ?? 0) + 12.5
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
    // It ends before the arrow, which a row without children does not have.
    const space = (indents[column] ?? 0) + 6 - left + (row.hasChildren ? 0 : 12)
    const bend = Math.min(8, Math.max(0, space))
    const elbow = `M${left} 0V${middle - bend}q0 ${bend} ${bend} ${bend}`
    const isPassing = (passing & (1 << column)) !== 0
    if (onPath) highlighted += elbow
    else normal += elbow
    if (isPassing) highlighted += drawLine(column, 0, height)
    else if (row.continuing & (1 << column)) normal += drawLine(column, middle - bend, height)
  }
  // The line from an expanded row down to its first child.
  if (row.expanded && row.depth < maxIndent) {
    const stem = drawLine(column + 1, middle + 8, height)
    if (pathContinues) highlighted += stem
    else normal += stem
  }
  return { normal, highlighted }
}
