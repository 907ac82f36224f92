import { collectionsTexts } from '@nestmark/texts/collections'
import { linksTexts } from '@nestmark/texts/links'
import { matchPath, useNavigate } from 'react-router'
import { cleanId } from '../../lib/addresses.ts'
import type { Overlays } from '../../lib/overlay.ts'
import { Confirm } from '../../ui/Confirm.tsx'
import { IconTrash } from '../../ui/icons.ts'
import { useTrashCollections } from '../collections/data.ts'
import { findPathAfterTrash } from '../collections/pathAfterTrash.ts'
import { knownLink, useTrashLinks } from './data.ts'
import { useTrashOwner } from './useTrashOwner.ts'

/** Asks for confirmation before links or collections are trashed, with their names. */
export default function TrashDialog({
  onDone,
  onClose,
  ...what
}: Overlays['trash'] & { onClose: () => void }) {
  const { links = [], collections = [], every, everyCollection } = what
  const trash = useTrashOwner(what)
  const navigate = useNavigate()
  const trashLinks = useTrashLinks()
  const trashCollections = useTrashCollections()
  const ofLinks = every !== undefined || links.length > 0
  const texts = ofLinks ? linksTexts : collectionsTexts
  const named = (ofLinks ? links : collections).map(thing => thing.name)
  const count = every?.count ?? everyCollection?.count ?? named.length
  const names = named.length === 1 ? named : Array.from<string>({ length: count })
  const run = async () => {
    // The server answers differently for a trashed collection, so the next page is determined first.
    const { pathname } = location
    const out = findPathAfterTrash(
      placeOf(pathname),
      collections.map(one => one._id),
    )
    if (every) await trashLinks.mutateAsync({ every: every.set, except: every.except, isTrash: 1 })
    else if (everyCollection)
      await trashCollections.mutateAsync({
        every: everyCollection.inside,
        except: everyCollection.except,
        isTrash: 1,
      })
    else if (ofLinks) await trashLinks.mutateAsync({ linkIdArr: links.map(link => link._id), isTrash: 1 })
    else await trashCollections.mutateAsync({ folderIdArr: collections.map(one => one._id), isTrash: 1 })
    onDone?.()
    // If the user opened another page during the request, that page stays.
    if (out !== null && location.pathname === pathname) void navigate(out)
  }
  return (
    <Confirm
      title={ofLinks ? linksTexts.trashAsk(names, every?.more) : collectionsTexts.trashAsk(names)}
      body={
        trash.owner === undefined
          ? texts.trashLine(count)
          : trash.mixed
            ? linksTexts.trashLineMixed(trash.owner)
            : texts.trashLineShared(trash.owner, count)
      }
      confirm={ofLinks ? linksTexts.bulkDelete : collectionsTexts.trash}
      icon={IconTrash}
      danger
      run={run}
      onClose={onClose}
    />
  )
}

/** Returns the collection that a page shows, or that contains its link. */
function placeOf(pathname: string): string | undefined {
  const collection = matchPath('/c/:id', pathname)
  if (collection) return cleanId(collection.params.id)
  const link = matchPath('/l/:id', pathname)
  return link ? knownLink(cleanId(link.params.id))?.parent : undefined
}
