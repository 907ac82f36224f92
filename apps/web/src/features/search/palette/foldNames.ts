import { toDisplayName } from '../../collections/data.ts'
import type { TreeEntry, TreeIndex } from '../../collections/tree/tree.ts'
import { foldText } from '../../../lib/foldText.ts'

/** A collection with its folded name. */
export interface NamedEntry {
  tree: TreeIndex
  entry: TreeEntry
  folded: string
}

/** The folded names of each tree, and the remaining entries. */
const foldings = new WeakMap<TreeIndex, { named: NamedEntry[]; rest: Iterator<TreeEntry> }>()

/** Folds the next names of a tree. Returns whether all are folded. */
export function foldSomeNames(tree: TreeIndex, count: number): boolean {
  let folding = foldings.get(tree)
  if (!folding) {
    folding = { named: [], rest: tree.entries.values() }
    foldings.set(tree, folding)
  }
  for (let left = count; left > 0; left--) {
    const { value: entry, done } = folding.rest.next()
    if (done) return true
    if (entry.parent !== null)
      folding.named.push({ tree, entry, folded: foldText(toDisplayName(entry.name)) })
  }
  return false
}

/** Returns all collections of a tree with their folded names, which are computed once. */
export function foldNames(tree: TreeIndex): readonly NamedEntry[] {
  foldSomeNames(tree, Infinity)
  return foldings.get(tree)?.named ?? []
}
