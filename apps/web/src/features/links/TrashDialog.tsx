import { collectionsTexts } from '@nestmark/texts/collections/collections'
import { linksTexts } from '@nestmark/texts/links/links'
import { useNavigate } from '../../lib/router/location.ts'
import type { ChosenItems, Movable } from '../../lib/lists/chosenItems.ts'
import { Confirm } from '../../ui/dialogs/Confirm.tsx'
import { IconTrash } from '../../ui/icons.ts'
import { useTrashCollections, useTree } from '../collections/data.ts'
import { findPathAfterTrash } from '../collections/pathAfterTrash.ts'
import { findPageCollection, useTrashLinks } from './data.ts'
import { getCollection } from '@nestmark/contract/collections'
import { listSharedCollections } from '@nestmark/contract/sharing/share'
import { useOperation } from '../../lib/api/operations.ts'
import { toTrashOwner } from './trashOwner.ts'

/** Asks for confirmation before links or collections are trashed, with their names. */
export default function TrashDialog({
  onDone,
  onClose,
  ...selection
}: ChosenItems & { onDone?: () => void; onClose: () => void }) {
  const { links = [], collections = [], every, everyCollection } = selection
  const trashOwner = useTrashOwner(selection)
  const navigate = useNavigate()
  const trashLinks = useTrashLinks()
  const trashCollections = useTrashCollections()
  const trashesLinks = every !== undefined || links.length > 0
  const texts = trashesLinks ? linksTexts : collectionsTexts
  const itemNames = (trashesLinks ? links : collections).map(item => item.name)
  const count = every?.count ?? everyCollection?.count ?? itemNames.length
  const names = itemNames.length === 1 ? itemNames : Array.from<string>({ length: count })
  const run = async () => {
    // The server answers differently for a trashed collection, so the next page is determined first.
    const { pathname } = location
    const ids = collections.map(collection => collection._id)
    const nextPath = findPathAfterTrash(findPageCollection(pathname), ids)
    if (trashesLinks)
      await trashLinks.mutateAsync({
        ...(every ? { every: every.set, except: every.except } : { linkIdArr: links.map(link => link._id) }),
        isTrash: 1,
      })
    else
      await trashCollections.mutateAsync({
        ...(everyCollection
          ? { every: everyCollection.inside, except: everyCollection.except }
          : { folderIdArr: ids }),
        isTrash: 1,
      })
    onDone?.()
    // If the user opened another page during the request, that page remains.
    if (nextPath !== null && location.pathname === pathname) void navigate(nextPath)
  }
  return (
    <Confirm
      title={trashesLinks ? linksTexts.trashAsk(names, every?.more) : collectionsTexts.trashAsk(names)}
      body={
        trashOwner.owner === undefined
          ? texts.trashLine(count)
          : trashOwner.mixed
            ? linksTexts.trashLineMixed(trashOwner.owner)
            : texts.trashLineShared(trashOwner.owner, count)
      }
      confirm={texts.trash}
      icon={IconTrash}
      danger
      run={run}
      onClose={onClose}
    />
  )
}

/** Determines into whose trash items are moved: a writer of a shared collection trashes into the trash of its owner. */
function useTrashOwner({ links = [], collections = [], every, everyCollection }: ChosenItems) {
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
