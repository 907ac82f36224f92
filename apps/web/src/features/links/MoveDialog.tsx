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
import { ShownError } from '@nestmark/client/shownError'
import { useMoveCollections, useTree } from '../collections/data.ts'
import { useMoveLinks } from './data.ts'
import type { NewPlaces } from '../collections/picker/newPlace.ts'
import { listAncestors } from '../collections/tree/tree.ts'
import { useOwners } from '../collections/useOwners.ts'
import { useSharedTree } from '../collections/useSharedTree.ts'

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

/** Returns which collections the items may be moved into, where a new one may be, and the reason why others are disabled. */
function useMoveTargets({ links = [], collections = [], every, everyCollection }: ChosenItems) {
  const { index } = useTree()
  const shared = useSharedTree({ writable: true })
  const findOwner = useOwners()
  const items = links.length > 0 ? links : collections
  const sourceId = every?.set.folder_id ?? everyCollection?.inside.folder_id
  const owners = new Set(
    every || everyCollection
      ? [findOwner(sourceId)]
      : links.length > 0
        ? links.map(link => link.owner_name ?? findOwner(link.parent))
        : collections.map(collection => findOwner(collection._id)),
  )
  // Where an owner is unknown, the server decides.
  const isKnown = !owners.has(undefined)
  const [owner] = owners
  const hasSeveralOwners = isKnown && owners.size > 1
  const reason =
    !isKnown || !shared || owner === undefined
      ? undefined
      : hasSeveralOwners
        ? collectionsTexts.ownersDiffer
        : collectionsTexts.staysWith(owner)

  const isOfOtherOwner = (id: string) => hasSeveralOwners || (isKnown && findOwner(id) !== owner)
  /** Whether a collection is moved, or is inside one that is. */
  const isMoved = (id: string) => {
    const tree = shared?.entries.has(id) ? shared : index
    if (!tree) return false
    const path = [id, ...listAncestors(tree, id).map(ancestor => ancestor.id)]
    if (collections.some(moved => path.includes(moved._id))) return true
    const { inside, except = [] } = everyCollection ?? {}
    // A search selects only some of the subcollections, and only the server knows which.
    if (!inside || inside.input) return false
    return path.some(
      ancestorId => tree.entries.get(ancestorId)?.parent === inside.folder_id && !except.includes(ancestorId),
    )
  }
  const isDisabled = (id: string) => {
    if (isOfOtherOwner(id)) return true
    // All selected items are in this collection already.
    if (items.length > 0 && items.every(item => item.parent === id)) return true
    return everyCollection?.inside.folder_id === id || isMoved(id)
  }
  const [first] = items
  const newIn: NewPlaces = {
    current:
      sourceId ?? (items.every(item => item.parent === first?.parent) ? first?.parent : null) ?? undefined,
    // Where all subcollections move, a new one would be among them.
    isAllowed: id => !isOfOtherOwner(id) && everyCollection?.inside.folder_id !== id && !isMoved(id),
  }
  return { isDisabled, newIn, hasSeveralOwners, reason }
}

/** Returns the name of the only item, or the number of items. */
function formatSubject({ links = [], collections = [], every, everyCollection }: ChosenItems): string {
  const items = links.length > 0 ? links : collections
  if (items.length === 1) return quoted(items[0]?.name)
  return every || links.length > 0
    ? linksTexts.count(every?.count ?? links.length, every?.more)
    : collectionsTexts.collections(everyCollection?.count ?? collections.length)
}
