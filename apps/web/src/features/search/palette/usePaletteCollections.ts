import { counted } from '@nestmark/texts/counts'
import { formatMatchPath } from '../../collections/collectionMatch.ts'
import { toDisplayName, useTree } from '../../collections/data.ts'
import { foldText, type TreeEntry, type TreeIndex } from '../../collections/tree.ts'
import { useSharedTree } from '../../collections/useSharedTree.ts'
import type { PaletteItem } from './paletteItem.ts'
import { rankByName } from './rank.ts'

interface NamedEntry {
  tree: TreeIndex
  entry: TreeEntry
  folded: string
}

const folded = new WeakMap<TreeIndex, readonly NamedEntry[]>()

/** Folds all names of a tree once: with fifty thousand of them it would be too slow for each key. */
function foldNames(tree: TreeIndex): readonly NamedEntry[] {
  let entries = folded.get(tree)
  if (!entries) {
    entries = [...tree.entries.values()]
      .filter(entry => entry.parent !== null)
      .map(entry => ({ tree, entry, folded: foldText(toDisplayName(entry.name)) }))
    folded.set(tree, entries)
  }
  return entries
}

/** Returns functions that find the user's and shared collections in the cached trees. */
export function usePaletteCollections() {
  const { index } = useTree()
  const shared = useSharedTree({ writable: false })
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
    /** Returns the best matches, and the number of all. */
    search(
      words: readonly string[],
      recency: (id: string) => number,
      isListed: (id: string) => boolean,
      limit: number,
    ): { items: PaletteItem[]; total: number } {
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
