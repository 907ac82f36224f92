import { counted } from '@nestmark/texts/counts'
import { useEffect } from 'react'
import { formatMatchPath } from '../../collections/picker/collectionMatch.ts'
import { toDisplayName, useTree } from '../../collections/data.ts'
import type { TreeEntry, TreeIndex } from '../../collections/tree/tree.ts'
import { useSharedTree } from '../../collections/useSharedTree.ts'
import { foldNames, foldSomeNames } from './foldNames.ts'
import type { PaletteItem } from './paletteItem.ts'
import { isNameOf, rankByName } from './rank.ts'

/** How many names are folded per step while the palette is open, so that no key waits for all. */
const batchSize = 2_000

/** Returns functions that find the user's and shared collections in the cached trees. */
export function usePaletteCollections() {
  const { index } = useTree()
  const shared = useSharedTree({ writable: false })
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const foldMore = () => {
      const isDone = [index, shared].every(tree => !tree || foldSomeNames(tree, batchSize))
      if (!isDone) timer = setTimeout(foldMore)
    }
    timer = setTimeout(foldMore)
    return () => clearTimeout(timer)
  }, [index, shared])
  const toItem = (tree: TreeIndex, entry: TreeEntry): PaletteItem => ({
    key: `collection ${entry.id}`,
    label: toDisplayName(entry.name),
    glyph: { kind: 'collection', levels: entry.levels + 1, counts: entry.totals },
    place: formatMatchPath({ tree, entry }, tree === shared),
    path: `/c/${entry.id}`,
    detail: counted(entry.total, 'link'),
    address: `${location.origin}/c/${entry.id}`,
  })
  return {
    /** Returns the item of a collection; undefined where it is in no tree. */
    find(id: string): PaletteItem | undefined {
      for (const tree of [index, shared]) {
        const entry = tree?.entries.get(id)
        if (tree && entry && entry.parent !== null) return toItem(tree, entry)
      }
      return undefined
    },
    /** Returns the best matches, the number of all, and whether the words are the name of one. */
    search(
      words: readonly string[],
      recency: (id: string) => number,
      isListed: (id: string) => boolean,
      limit: number,
    ): { items: PaletteItem[]; total: number; isNamed: boolean } {
      const named = [index, shared].flatMap(tree => (tree ? foldNames(tree) : []))
      const found = rankByName(
        named,
        words,
        each => each.folded,
        each => recency(each.entry.id),
      ).filter(each => !isListed(each.entry.id))
      return {
        items: found.slice(0, limit).map(({ tree, entry }) => toItem(tree, entry)),
        total: found.length,
        isNamed: found.some(each => isNameOf(words, each.folded)),
      }
    },
    /** Returns the topmost collections. */
    listTop(limit: number): PaletteItem[] {
      return [index, shared]
        .flatMap(tree =>
          tree
            ? (tree.entries.get(tree.root)?.children ?? []).slice(0, limit).flatMap(node => {
                const entry = tree.entries.get(node._id)
                return entry ? [toItem(tree, entry)] : []
              })
            : [],
        )
        .slice(0, limit)
    },
  }
}
