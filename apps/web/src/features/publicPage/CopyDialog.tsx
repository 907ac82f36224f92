import type { Collection } from '@nestmark/contract/shapes'
import { collectionsTexts } from '@nestmark/texts/collections/collections'
import { publicPageTexts as texts } from '@nestmark/texts/sharing/publicPage'
import { useState } from 'react'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { IconFolderPlus } from '../../ui/icons.ts'
import { CollectionPicker } from '../collections/picker/CollectionPicker.tsx'
import { handlePickerKeys } from '../collections/picker/pickerKeys.ts'
import { useMe } from '../session/data.ts'
import { useCopyCollection } from './copyData.ts'

/** Selects the destination of the copy of a collection, initially the top level. */
export default function CopyDialog({
  collection,
  onClose,
}: {
  collection: Pick<Collection, '_id' | 'name'>
  onClose: () => void
}) {
  const rootId = useMe()?.root_folder
  const [picked, setPicked] = useState<{ id: string; name: string }>()
  const { copy, isPending } = useCopyCollection(onClose)
  const target = picked?.id ?? rootId
  return (
    <Dialog
      title={texts.copyDialog(collection.name)}
      onClose={onClose}
      action={{
        'data-autofocus': true,
        icon: IconFolderPlus,
        disabled: isPending,
        onClick: () => copy({ id: collection._id, name: collection.name }, target),
        children: <span className="el">{texts.copyTo(picked?.name ?? collectionsTexts.topLevel)}</span>,
      }}
    >
      <div onKeyDown={event => handlePickerKeys(event)}>
        <CollectionPicker picked={target} ownOnly newIn={{}} onPick={(id, name) => setPicked({ id, name })} />
      </div>
    </Dialog>
  )
}
