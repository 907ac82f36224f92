import { collectionsTexts } from '@nestmark/texts/collections/collections'
import type { ChosenItems } from '../../lib/lists/chosenItems.ts'
import { useTree } from '../collections/data.ts'
import type { NewPlaces } from '../collections/picker/newPlace.ts'
import { listAncestors } from '../collections/tree/tree.ts'
import { useOwners } from '../collections/useOwners.ts'
import { useSharedTree } from '../collections/useSharedTree.ts'

/** Returns which collections the items may be moved into, where a new one may be, and the reason why others are disabled. */
export function useMoveTargets({ links = [], collections = [], every, everyCollection }: ChosenItems) {
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

  const isOfOtherOwner = (id: string) => hasSeveralOwners || (isKnown && findOwner(id) !== owner)
  /** Whether a collection is moved, or is inside one that is. */
  const isMoved = (id: string) => {
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
  const isDisabled = (id: string) => {
    if (isOfOtherOwner(id)) return true
    // All selected items are in this collection already.
    if (items.length > 0 && items.every(item => item.parent === id)) return true
    return everyCollection?.inside.folder_id === id || isMoved(id)
  }
  const [first] = items
  const newIn: NewPlaces = {
    current:
      sourceId ?? (items.every(item => item.parent === first?.parent) ? first?.parent : null) ?? undefined,
    // Where all subcollections move, a new one would be among them.
    isAllowed: id => !isOfOtherOwner(id) && everyCollection?.inside.folder_id !== id && !isMoved(id),
  }
  return { isDisabled, newIn, hasSeveralOwners, reason }
}
