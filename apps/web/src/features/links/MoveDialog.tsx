import { collectionsTexts } from '@nestmark/texts/collections'
import { linksTexts } from '@nestmark/texts/links'
import { uiTexts } from '@nestmark/texts/ui'
import { useState } from 'react'
import type { Overlays } from '../../lib/overlay.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { FieldError } from '../../ui/FieldError.tsx'
import { IconFolderSymlink } from '../../ui/icons.ts'
import { CollectionPicker } from '../collections/CollectionPicker.tsx'
import { useMoveCollections, useTree } from '../collections/data.ts'
import { useOwners } from '../collections/useOwners.ts'
import { useSharedTree } from '../collections/useSharedTree.ts'
import { listAncestors } from '../collections/tree.ts'
import { useMoveLinks } from './data.ts'

/** Moves links or collections into another collection, without drag and drop. */
export default function MoveDialog({
  links = [],
  collections = [],
  every,
  everyCollection,
  onDone,
  onClose,
}: Overlays['move'] & { onClose: () => void }) {
  const { index } = useTree()
  const shared = useSharedTree({ writable: true })
  const findOwner = useOwners()
  const [picked, setPicked] = useState<{ id: string; name: string }>()
  const [isTargetMissing, setIsTargetMissing] = useState(false)
  const moveLinks = useMoveLinks()
  const moveCollections = useMoveCollections()
  const items = links.length > 0 ? links : collections
  const single = items.length === 1 ? items[0] : undefined
  const movesLinks = every !== undefined || links.length > 0
  const subject = single
    ? `“${single.name}”`
    : movesLinks
      ? linksTexts.count(every?.count ?? links.length, every?.more)
      : collectionsTexts.collections(everyCollection?.count ?? collections.length)

  const sourceId = every?.set.folder_id ?? everyCollection?.inside.folder_id
  const owners = new Set(
    every || everyCollection
      ? [findOwner(sourceId)]
      : movesLinks
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

  const disabled = (id: string) => {
    if (hasSeveralOwners || (isKnown && findOwner(id) !== owner)) return true
    // All selected items are in this collection already.
    if (items.length > 0 && items.every(item => item.parent === id)) return true
    if (everyCollection?.inside.folder_id === id) return true
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
  const run = () => {
    if (!picked) return setIsTargetMissing(true)
    const callbacks = {
      onSuccess: () => {
        onDone?.()
        onClose()
      },
    }
    const move_to = picked.id
    if (every) moveLinks.mutate({ every: every.set, except: every.except, move_to }, callbacks)
    else if (movesLinks) moveLinks.mutate({ links: links.map(link => link._id), move_to }, callbacks)
    else if (everyCollection)
      moveCollections.mutate(
        { every: everyCollection.inside, except: everyCollection.except, move_to },
        callbacks,
      )
    else
      moveCollections.mutate({ folders: collections.map(collection => collection._id), move_to }, callbacks)
  }
  return (
    <Dialog
      title={collectionsTexts.moveDialog(subject)}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{uiTexts.cancel}</Button>
          <Button
            variant="primary"
            icon={IconFolderSymlink}
            disabled={moveLinks.isPending || moveCollections.isPending || hasSeveralOwners}
            onClick={run}
          >
            <span className="el">
              {picked ? collectionsTexts.moveTo(picked.name) : collectionsTexts.moveButton}
            </span>
          </Button>
        </>
      }
    >
      <CollectionPicker
        picked={picked?.id}
        disabled={disabled}
        onPick={(id, name) => {
          setPicked({ id, name })
          setIsTargetMissing(false)
        }}
      />
      {reason && (
        <p className="t3" style={{ marginTop: 8 }}>
          {reason}
        </p>
      )}
      {isTargetMissing && <FieldError>{collectionsTexts.noDestination}</FieldError>}
    </Dialog>
  )
}
