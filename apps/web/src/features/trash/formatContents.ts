import type { Collection } from '@nestmark/contract/shapes'
import { trashTexts as texts } from '@nestmark/texts/trash'

/** Returns how many links and collections were trashed with a collection, itself included. */
export function formatContents({
  inside,
  links_count: direct,
}: Pick<Collection, 'inside' | 'links_count'>): string {
  // Too many to count.
  if (!inside) return texts.contentsAtLeast(direct)
  return texts.contents(
    inside.category_counts.reduce((sum, n) => sum + n, 0),
    inside.collections + 1,
  )
}
