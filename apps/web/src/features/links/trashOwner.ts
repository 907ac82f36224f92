import type { Movable } from '../../lib/lists/chosenItems.ts'

/** The owner of the trash into which items are moved. */
export interface TrashOwner {
  /** The owner's name if it is not only the user; '' for several owners and for an unknown name. */
  owner: string | undefined
  /** Some items are moved to the user's own trash as well. */
  mixed: boolean
}

interface TrashedItems {
  /** The links, or those of them that are loaded. */
  links: readonly Movable[]
  /** Those of the links that belong to others. */
  others: readonly Movable[]
  /** The owner of the collection of the items, if it belongs to another person; '' while the name is unknown. */
  folderOwner: string | undefined
  /** Links that are not loaded may belong to others. */
  mayHideOthers: boolean
}

/** Determines the owner of the trash from the owners of the items. */
export function toTrashOwner({ links, others, folderOwner, mayHideOthers }: TrashedItems): TrashOwner {
  if (mayHideOthers) return { owner: '', mixed: true }
  if (others.length === 0) return { owner: folderOwner, mixed: false }
  const names = new Set(others.map(link => link.owner_name ?? folderOwner))
  names.delete(undefined)
  const owner = names.size === 1 ? [...names][0] : names.size === 0 ? undefined : ''
  return { owner, mixed: others.length < links.length }
}
