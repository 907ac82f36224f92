import { getFolderData } from '@nestmark/contract/collections'
import { useOperation } from '../../lib/api/operations.ts'
import type { Overlays } from '../../lib/overlay.ts'
import { useTree } from '../collections/data.ts'

/**
 * Tells to whose trash something goes: a writer of a shared collection trashes into the trash of its owner.
 * @returns undefined for the person's own trash; '' for somebody else's whose name is not known
 */
export function useTrashOwner({
  links = [],
  collections = [],
  every,
  everyCollection,
}: Overlays['trash']): string | undefined {
  const { index } = useTree()
  const place =
    every?.set.folder_id ??
    everyCollection?.inside.folder_id ??
    collections[0]?._id ??
    // Links of a search can lie in several places: the first of them counts.
    (every ? undefined : links[0]?.parent)
  const shared = Boolean(place && index && !index.places.has(place))
  const { data } = useOperation(getFolderData, { folder_id: place ?? '' }, { enabled: shared, quiet: true })
  if (!shared || data?.folder.role === 'owner') return undefined
  return data?.folder.owner_name ?? ''
}
