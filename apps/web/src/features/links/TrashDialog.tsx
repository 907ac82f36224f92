import { collectionsTexts } from '@nestmark/texts/collections/collections'
import { linksTexts } from '@nestmark/texts/links/links'
import { useNavigate } from '../../lib/router/location.ts'
import type { ChosenItems } from '../../lib/lists/chosenItems.ts'
import { Confirm } from '../../ui/dialogs/Confirm.tsx'
import { IconTrash } from '../../ui/icons.ts'
import { useTrashCollections } from '../collections/data.ts'
import { findPathAfterTrash } from '../collections/pathAfterTrash.ts'
import { useTrashLinks } from './data.ts'
import { findPageCollection } from './pageCollection.ts'
import { useTrashOwner } from './useTrashOwner.ts'

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
