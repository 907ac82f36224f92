import { getCollection } from '@nestmark/contract/collections'
import { listSharedCollections } from '@nestmark/contract/sharing/share'
import { useOperation } from '../../lib/api/operations.ts'
import type { ChosenItems, Movable } from '../../lib/lists/chosenItems.ts'
import { useTree } from '../collections/data.ts'
import { toTrashOwner, type TrashOwner } from './trashOwner.ts'

/** Determines into whose trash items are moved: a writer of a shared collection trashes into the trash of its owner. */
export function useTrashOwner({
  links = [],
  collections = [],
  every,
  everyCollection,
}: ChosenItems): TrashOwner {
  const { index } = useTree()
  const isShared = (folderId: string | null | undefined) =>
    Boolean(folderId && index && !index.entries.has(folderId))
  const items = every?.mixed?.loaded ?? links
  const isOwnedByOther = (link: Movable) => link.owner_name !== undefined || isShared(link.parent)
  const others = items.filter(isOwnedByOther)
  const folderId =
    every?.set.folder_id ??
    everyCollection?.inside.folder_id ??
    collections[0]?._id ??
    // A list without owner names contains the links of one owner.
    others.find(link => link.owner_name === undefined)?.parent
  const isOtherFolder = isShared(folderId)
  const { data } = useOperation(
    getCollection,
    { folder_id: folderId ?? '' },
    { enabled: isOtherFolder, quiet: true },
  )
  const hasUnloaded = every?.mixed?.all === false
  const shared = useOperation(
    listSharedCollections,
    {},
    { enabled: hasUnloaded, quiet: true, staleTime: 60_000 },
  )
  const folderOwner = data?.folder.role === 'owner' ? undefined : (data?.folder.owner_name ?? '')
  // Links that are not loaded may belong to others only where another user gives the user write access.
  const mayHideOthers =
    hasUnloaded && (others.length > 0 || shared.data?.some(({ type }) => type === 'write') !== false)
  return toTrashOwner({
    links: items,
    others,
    folderOwner: isOtherFolder ? folderOwner : undefined,
    mayHideOthers,
  })
}
