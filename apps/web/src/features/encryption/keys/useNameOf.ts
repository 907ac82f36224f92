import { getCollection } from '@nestmark/contract/collections'
import { useOperation } from '../../../lib/api/operations.ts'
import { formatCollectionName, toDisplayName, useTree } from '../../collections/data.ts'
import { listAncestors } from '../../collections/tree/tree.ts'

/** Returns the name of a collection of the tree; undefined for others. */
export function useNameOf(id: string): string | undefined {
  const entry = useTree().index?.entries.get(id)
  return entry && toDisplayName(entry.name)
}

/** Returns the path of a collection as text, without the root; undefined for a collection outside the tree. */
export function usePathOf(id: string): string | undefined {
  const { index } = useTree()
  const entry = index?.entries.get(id)
  if (!index || !entry) return undefined
  const ancestors = listAncestors(index, id).filter(each => each.parent !== null)
  return [...ancestors, entry].map(each => toDisplayName(each.name)).join(' › ')
}

/** Returns a collection of another person, by name and owner; undefined while it is unknown, and without access. */
export function useShared(id: string, enabled: boolean): { name: string; owner: string } | undefined {
  const folder = useOperation(getCollection, { folder_id: id }, { enabled, quiet: true }).data?.folder
  return folder && { name: formatCollectionName(folder), owner: folder.owner_name ?? '' }
}
