import type { Collection } from '@nestmark/contract/shapes'
import type { TreeEntry } from './tree.ts'

/** What a collection contains with all its descendants. */
export interface Content {
  links: number
  collections: number
  levels: number
  counts: readonly number[]
}

/** Returns what a collection contains, by the tree or by the answer; null when nobody has counted it. */
export function readContent(collection: Collection, entry: TreeEntry | undefined): Content | null {
  if (entry)
    return {
      links: entry.total,
      collections: entry.descendantCount,
      levels: entry.levels,
      counts: entry.totals,
    }
  const { inside } = collection
  if (inside === null) return null
  const {
    category_counts: counts,
    collections,
    levels,
  } = inside ?? {
    category_counts: collection.category_counts,
    collections: collection.folder_count,
    levels: Math.min(collection.folder_count, 1),
  }
  return { links: counts.reduce((sum, n) => sum + n, 0), collections, levels, counts }
}
