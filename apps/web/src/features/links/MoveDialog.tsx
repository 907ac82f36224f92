import { collectionsTexts } from '@nestmark/texts/collections/collections'
import { linksTexts } from '@nestmark/texts/links/links'
import { quoted } from '@nestmark/texts/quoted'
import { useState } from 'react'
import type { ChosenItems } from '../../lib/lists/chosenItems.ts'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { FieldError } from '../../ui/fields/FieldError.tsx'
import { IconFolderSymlink } from '../../ui/icons.ts'
import { CollectionPicker } from '../collections/picker/CollectionPicker.tsx'
import { handlePickerKeys } from '../collections/picker/pickerKeys.ts'
import { useMoveItems } from './useMoveItems.ts'
import { useMoveTargets } from './useMoveTargets.ts'

/** Moves links or collections into another collection, without drag and drop. */
export default function MoveDialog({
  onDone,
  onClose,
  ...items
}: ChosenItems & { onDone?: () => void; onClose: () => void }) {
  const [picked, setPicked] = useState<{ id: string; name: string }>()
  const [isTargetMissing, setIsTargetMissing] = useState(false)
  const { isDisabled, newIn, hasSeveralOwners, reason } = useMoveTargets(items)
  const onMoved = () => {
    onDone?.()
    onClose()
  }
  const { move, isPending } = useMoveItems(items, { onMoved, onStopped: onClose })
  const run = () => (picked ? move(picked.id) : setIsTargetMissing(true))
  return (
    <Dialog
      title={collectionsTexts.moveDialog(formatSubject(items))}
      onClose={onClose}
      action={{
        icon: IconFolderSymlink,
        disabled: isPending || hasSeveralOwners,
        onClick: run,
        children: (
          <span className="el">
            {' '}
            {picked ? collectionsTexts.moveTo(picked.name) : collectionsTexts.moveButton}{' '}
          </span>
        ),
      }}
    >
      <div onKeyDown={event => handlePickerKeys(event, isPending ? undefined : run)}>
        <CollectionPicker
          picked={picked?.id}
          disabled={isDisabled}
          newIn={newIn}
          onPick={(id, name) => {
            setPicked({ id, name })
            setIsTargetMissing(false)
          }}
        />
      </div>
      {reason && (
        <p className="t3" style={{ marginTop: 8 }}>
          {reason}
        </p>
      )}
      {isTargetMissing && <FieldError>{collectionsTexts.noDestination}</FieldError>}
    </Dialog>
  )
}

/** Returns the name of the only item, or the number of items. */
function formatSubject({ links = [], collections = [], every, everyCollection }: ChosenItems): string {
  const items = links.length > 0 ? links : collections
  if (items.length === 1) return quoted(items[0]?.name)
  return every || links.length > 0
    ? linksTexts.count(every?.count ?? links.length, every?.more)
    : collectionsTexts.collections(everyCollection?.count ?? collections.length)
}
