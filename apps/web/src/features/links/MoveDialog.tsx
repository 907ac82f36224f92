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
import { useMoveTargets } from './useMoveTargets.ts'
import { ShownError } from '@nestmark/client/shownError'
import { useMoveCollections } from '../collections/data.ts'
import { useMoveLinks } from './data.ts'

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

/**
 * Returns a function that moves the items into a collection.
 * @param callbacks `onStopped` is called for a move that the person has stopped: some items are moved, others are not
 */
function useMoveItems(
  { links = [], collections = [], every, everyCollection }: ChosenItems,
  { onMoved, onStopped }: { onMoved: () => void; onStopped: () => void },
) {
  const moveLinks = useMoveLinks()
  const moveCollections = useMoveCollections()
  const callbacks = {
    onSuccess: onMoved,
    onError: (error: Error) => {
      if (error instanceof ShownError) onStopped()
    },
  }
  const move = (move_to: string) => {
    if (every) moveLinks.mutate({ every: every.set, except: every.except, move_to }, callbacks)
    else if (links.length > 0) moveLinks.mutate({ links: links.map(link => link._id), move_to }, callbacks)
    else {
      const chosen = everyCollection
        ? { every: everyCollection.inside, except: everyCollection.except }
        : { folders: collections.map(collection => collection._id) }
      moveCollections.mutate({ ...chosen, move_to }, callbacks)
    }
  }
  return { move, isPending: moveLinks.isPending || moveCollections.isPending }
}

/** Returns the name of the only item, or the number of items. */
function formatSubject({ links = [], collections = [], every, everyCollection }: ChosenItems): string {
  const items = links.length > 0 ? links : collections
  if (items.length === 1) return quoted(items[0]?.name)
  return every || links.length > 0
    ? linksTexts.count(every?.count ?? links.length, every?.more)
    : collectionsTexts.collections(everyCollection?.count ?? collections.length)
}
