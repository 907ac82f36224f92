import { getFolderData } from '@nestmark/contract/collections'
import { getSharedFolders } from '@nestmark/contract/share'
import { useOperation } from '../../lib/api/operations.ts'
import type { Movable, Overlays } from '../../lib/overlay.ts'
import { useTree } from '../collections/data.ts'

/** To whose trash things go. */
interface TrashOwner {
  /** Whose, where it is not only the person's own; '' for several people and for a name that is not known. */
  owner: string | undefined
  /** Some go to the person's own trash as well. */
  mixed: boolean
}

/** Tells to whose trash something goes: a writer of a shared collection trashes into the trash of its owner. */
export function useTrashOwner({
  links = [],
  collections = [],
  every,
  everyCollection,
}: Overlays['trash']): TrashOwner {
  const { index } = useTree()
  const isShared = (place: string | null | undefined) => Boolean(place && index && !index.places.has(place))
  const things = every?.mixed?.loaded ?? links
  const isOthers = (link: Movable) => link.owner_name !== undefined || isShared(link.parent)
  const others = things.filter(isOthers)
  const place =
    every?.set.folder_id ??
    everyCollection?.inside.folder_id ??
    collections[0]?._id ??
    // A list that does not name the owners holds the links of one.
    others.find(link => link.owner_name === undefined)?.parent
  const asks = isShared(place)
  const { data } = useOperation(getFolderData, { folder_id: place ?? '' }, { enabled: asks, quiet: true })
  const isUnknown = every?.mixed?.all === false
  const shared = useOperation(getSharedFolders, {}, { enabled: isUnknown, quiet: true, staleTime: 60_000 })
  const placeOwner = data?.folder.role === 'owner' ? undefined : (data?.folder.owner_name ?? '')
  // What is not loaded can hold the links of others only where somebody shares with the person.
  if (isUnknown && (others.length > 0 || shared.data?.some(({ type }) => type === 'write') !== false))
    return { owner: '', mixed: true }
  if (others.length === 0) return { owner: asks ? placeOwner : undefined, mixed: false }
  const names = new Set(others.map(link => link.owner_name ?? placeOwner))
  names.delete(undefined)
  const owner = names.size === 1 ? [...names][0] : names.size === 0 ? undefined : ''
  return { owner, mixed: others.length < things.length }
}
