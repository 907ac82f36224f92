import { collectionsTexts } from '@nestmark/texts/collections'
import { linksTexts } from '@nestmark/texts/links'
import type { Overlays } from '../../lib/overlay.ts'
import { Confirm } from '../../ui/Confirm.tsx'
import { IconTrash } from '../../ui/icons.ts'
import { useTrashCollections } from '../collections/data.ts'
import { useTrashLinks } from './data.ts'

/** Asks before links or collections go to the trash, naming them. */
export default function TrashDialog({
  links = [],
  collections = [],
  onDone,
  onClose,
}: Overlays['trash'] & { onClose: () => void }) {
  const trashLinks = useTrashLinks()
  const trashCollections = useTrashCollections()
  const ofLinks = links.length > 0
  const names = (ofLinks ? links : collections).map(thing => thing.name)
  const run = async () => {
    if (ofLinks) await trashLinks.mutateAsync({ linkIdArr: links.map(link => link._id), isTrash: 1 })
    else await trashCollections.mutateAsync({ folderIdArr: collections.map(one => one._id), isTrash: 1 })
    onDone?.()
  }
  return (
    <Confirm
      title={ofLinks ? linksTexts.trashAsk(names) : collectionsTexts.trashAsk(names)}
      body={ofLinks ? linksTexts.trashLine : collectionsTexts.trashLine}
      confirm={ofLinks ? linksTexts.bulkDelete : collectionsTexts.trash}
      icon={IconTrash}
      danger
      run={run}
      onClose={onClose}
    />
  )
}
