import { collectionsTexts as texts } from '@nestmark/texts/collections/collections'
import { foldText } from '../../../lib/foldText.ts'
import { toDisplayName } from '../data.ts'
import { listAncestors, type TreeIndex } from '../tree/tree.ts'

/** Where a picker may create collections. */
export interface NewPlaces {
  /** The collection in which a new one is created while none is picked; without it the root. */
  current?: string | undefined
  /** False for collections in which a new one cannot be the choice; without it all are allowed. */
  isAllowed?: ((parent: string) => boolean) | undefined
}

/** The collection in which a new one is created, and its path as text. */
export interface NewPlace {
  parent: string
  path: string
}

/**
 * Returns where a collection with a typed name is created: in the picked collection, else in the current one, else in the
 * root; undefined where none of them is possible, or already has a collection of that name.
 * @param trees of the collections that the user may write to, the user's own first
 */
export function findNewPlace(
  trees: readonly TreeIndex[],
  typed: string,
  picked: string | undefined,
  { current, isAllowed = () => true }: NewPlaces,
): NewPlace | undefined {
  const name = foldText(typed.trim())
  const root = trees[0]?.root
  const candidates = picked === undefined ? [current, root] : [picked]
  for (const parent of candidates) {
    const tree = trees.find(each => parent !== undefined && each.entries.has(parent))
    const entry = tree?.entries.get(parent ?? '')
    if (!tree || !entry || !isAllowed(entry.id)) continue
    const isRoot = entry.id === root
    const isTaken =
      (!isRoot && foldText(entry.name) === name) ||
      entry.children.some(child => foldText(child.folder_name) === name)
    if (name === '' || isTaken) return undefined
    const path = [...listAncestors(tree, entry.id), entry].map(each => toDisplayName(each.name))
    return { parent: entry.id, path: isRoot ? texts.topLevel : texts.path(path) }
  }
  return undefined
}
