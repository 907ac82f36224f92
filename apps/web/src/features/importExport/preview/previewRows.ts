import type { ImportPreview } from '@nestmark/contract/transfer/importPreview'

type Listed = ImportPreview['tree'][number]

/** A row of the tree of a preview that is not folded away. */
export interface TreeRow extends Listed {
  hasChildren: boolean
  isOpen: boolean
}

/** The levels whose folders are open at first, so that seven are shown. */
export const firstLevels = 6

/**
 * Returns the rows of a tree that are shown.
 * @param tree all rows, in the order of the tree
 * @param toggled the folders, by their places, that a person has folded or opened
 * @param openLevels the levels whose folders are open unless they are toggled
 */
export function listRows(
  tree: readonly Listed[],
  toggled: ReadonlySet<number>,
  openLevels: number,
): TreeRow[] {
  const rows: TreeRow[] = []
  let foldedAt = Infinity
  for (const [at, row] of tree.entries()) {
    if (row.level > foldedAt) continue
    const isOpen = row.level < openLevels !== toggled.has(row.place)
    foldedAt = isOpen ? Infinity : row.level
    rows.push({ ...row, hasChildren: (tree[at + 1]?.level ?? 0) > row.level, isOpen })
  }
  return rows
}
