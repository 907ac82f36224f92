import { collectionsTexts } from '@nestmark/texts/collections'
import type { Overlays } from '../../lib/overlay.ts'
import { useTree } from '../collections/data.ts'
import { listAncestors } from '../collections/tree.ts'
import { useOwners } from '../collections/useOwners.ts'
import { useSharedTree } from '../collections/useSharedTree.ts'

/** The moved items: listed ones, or all links or collections of a list. */
export type MovedItems = Omit<Overlays['move'], 'onDone'>

/** Returns which collections the items may be moved into, and the reason why others are disabled. */
export function useMoveTargets({ links = [], collections = [], every, everyCollection }: MovedItems) {
  const { index } = useTree()
  const shared = useSharedTree({ writable: true })
  const findOwner = useOwners()
  const items = links.length > 0 ? links : collections
  const sourceId = every?.set.folder_id ?? everyCollection?.inside.folder_id
  const owners = new Set(
    every || everyCollection
      ? [findOwner(sourceId)]
      : links.length > 0
        ? links.map(link => link.owner_name ?? findOwner(link.parent))
        : collections.map(collection => findOwner(collection._id)),
  )
  // Where an owner is unknown, the server decides.
  const isKnown = !owners.has(undefined)
  const [owner] = owners
  const hasSeveralOwners = isKnown && owners.size > 1
  const reason =
    !isKnown || !shared || owner === undefined
      ? undefined
      : hasSeveralOwners
        ? collectionsTexts.ownersDiffer
        : collectionsTexts.staysWith(owner)

  const isDisabled = (id: string) => {
    if (hasSeveralOwners || (isKnown && findOwner(id) !== owner)) return true
    // All selected items are in this collection already.
    if (items.length > 0 && items.every(item => item.parent === id)) return true
    if (everyCollection?.inside.folder_id === id) return true
    const tree = shared?.entries.has(id) ? shared : index
    if (!tree) return false
    const path = [id, ...listAncestors(tree, id).map(ancestor => ancestor.id)]
    if (collections.some(moved => path.includes(moved._id))) return true
    const { inside, except = [] } = everyCollection ?? {}
    // A search selects only some of the subcollections, and only the server knows which.
    if (!inside || inside.input) return false
    return path.some(
      ancestorId => tree.entries.get(ancestorId)?.parent === inside.folder_id && !except.includes(ancestorId),
    )
  }
  return { isDisabled, hasSeveralOwners, reason }
}
