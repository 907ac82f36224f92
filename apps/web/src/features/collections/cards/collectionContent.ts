import type { Collection } from '@nestmark/contract/shapes'
import { collectionsTexts as texts } from '@nestmark/texts/collections/collections'
import type { TreeEntry } from '../tree/tree.ts'

/** The content of a collection with all its descendants. */
export interface Content {
  links: number
  collections: number
  levels: number
  counts: readonly number[]
}

/** Returns the content of a collection, by the tree or by the response; null when it was not counted. */
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

/** Returns the number of links and collections in a collection as text: the same numbers as on its card. */
export function formatContent({ links, collections }: Pick<Content, 'links' | 'collections'>): string {
  return collections > 0 ? `${texts.links(links)} · ${texts.collections(collections)}` : texts.links(links)
}
