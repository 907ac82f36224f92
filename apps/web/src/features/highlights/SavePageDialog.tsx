import { collectionsTexts } from '@nestmark/texts/collections/collections'
import { highlightTexts as texts } from '@nestmark/texts/reading/highlights'
import { useState } from 'react'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { FieldError } from '../../ui/fields/FieldError.tsx'
import { IconFolderPlus } from '../../ui/icons.ts'
import { CollectionPicker } from '../collections/picker/CollectionPicker.tsx'
import { handlePickerKeys } from '../collections/picker/pickerKeys.ts'
import { useOneClickSave } from '../links/clipboard/useOneClickSave.ts'

/** Saves a page that has highlights into a collection that the person chooses, by `one-click-save`. */
export default function SavePageDialog({ url, onClose }: { url: string; onClose: () => void }) {
  const [picked, setPicked] = useState<{ id: string; name: string }>()
  const [isMissing, setIsMissing] = useState(false)
  const save = useOneClickSave(picked?.id)
  const run = () => {
    if (!picked) return setIsMissing(true)
    void save(url)
    onClose()
  }
  return (
    <Dialog
      title={texts.addToCollection}
      onClose={onClose}
      action={{
        icon: IconFolderPlus,
        onClick: run,
        children: <span className="el">{picked ? texts.addTo(picked.name) : texts.addButton}</span>,
      }}
    >
      <div onKeyDown={event => handlePickerKeys(event, run)}>
        <CollectionPicker
          picked={picked?.id}
          rootLabel={collectionsTexts.dashboard}
          newIn={{}}
          onPick={(id, name) => {
            setPicked({ id, name })
            setIsMissing(false)
          }}
        />
      </div>
      {isMissing && <FieldError>{collectionsTexts.noDestination}</FieldError>}
    </Dialog>
  )
}
