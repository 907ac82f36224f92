import { collectionsTexts as texts } from '@nestmark/texts/collections/collections'
import { shellTexts } from '@nestmark/texts/shell'
import { toDisplayName } from '../data.ts'
import { listAncestors, type TreeEntry, type TreeIndex } from '../tree/tree.ts'

/** A collection that was found by its name, and the tree that contains it. */
export interface CollectionMatch {
  tree: TreeIndex
  entry: TreeEntry
}

/** Returns the path above a match as text. The path of a shared collection begins with 'Shared'. */
export function formatMatchPath({ tree, entry }: CollectionMatch, isShared: boolean): string {
  const ancestors = listAncestors(tree, entry.id).map(ancestor => toDisplayName(ancestor.name))
  return texts.path(isShared ? [shellTexts.shared, ...ancestors] : ancestors)
}
