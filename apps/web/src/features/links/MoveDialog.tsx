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
import { useOwners } from '../collections/owners.ts'
import { useSharedTree } from '../collections/sharedTree.ts'
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
  const ownerOf = useOwners()
  const [picked, setPicked] = useState<{ id: string; name: string }>()
  const [missing, setMissing] = useState(false)
  const moveLinks = useMoveLinks()
  const moveCollections = useMoveCollections()
  const things = links.length > 0 ? links : collections
  const only = things.length === 1 ? things[0] : undefined
  const ofLinks = every !== undefined || links.length > 0
  const what = only
    ? `“${only.name}”`
    : ofLinks
      ? linksTexts.count(every?.count ?? links.length, every?.more)
      : collectionsTexts.collections(everyCollection?.count ?? collections.length)

  const place = every?.set.folder_id ?? everyCollection?.inside.folder_id
  const owners = new Set(
    every || everyCollection
      ? [ownerOf(place)]
      : ofLinks
        ? links.map(link => link.owner_name ?? ownerOf(link.parent))
        : collections.map(one => ownerOf(one._id)),
  )
  // Where an owner is unknown, the server decides.
  const isKnown = !owners.has(undefined)
  const [owner] = owners
  const reason =
    !isKnown || !shared || owner === undefined
      ? undefined
      : owners.size > 1
        ? collectionsTexts.ownersDiffer
        : collectionsTexts.staysWith(owner)

  const disabled = (id: string) => {
    if (isKnown && (owners.size > 1 || ownerOf(id) !== owner)) return true
    // All selected items are in this collection already.
    if (things.length > 0 && things.every(thing => thing.parent === id)) return true
    if (everyCollection?.inside.folder_id === id) return true
    const tree = shared?.entries.has(id) ? shared : index
    if (!tree) return false
    const way = [id, ...listAncestors(tree, id).map(above => above.id)]
    if (collections.some(moved => way.includes(moved._id))) return true
    const { inside, except = [] } = everyCollection ?? {}
    // A search selects only some of the subcollections, and only the server knows which.
    if (!inside || inside.input) return false
    return way.some(at => tree.entries.get(at)?.parent === inside.folder_id && !except.includes(at))
  }
  const run = () => {
    if (!picked) return setMissing(true)
    const done = {
      onSuccess: () => {
        onDone?.()
        onClose()
      },
    }
    const move_to = picked.id
    if (every) moveLinks.mutate({ every: every.set, except: every.except, move_to }, done)
    else if (ofLinks) moveLinks.mutate({ links: links.map(link => link._id), move_to }, done)
    else if (everyCollection)
      moveCollections.mutate({ every: everyCollection.inside, except: everyCollection.except, move_to }, done)
    else moveCollections.mutate({ folders: collections.map(one => one._id), move_to }, done)
  }
  return (
    <Dialog
      title={collectionsTexts.moveDialog(what)}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{uiTexts.cancel}</Button>
          <Button
            variant="primary"
            icon={IconFolderSymlink}
            disabled={moveLinks.isPending || moveCollections.isPending}
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
          setMissing(false)
        }}
      />
      {reason && (
        <p className="t3" style={{ marginTop: 8 }}>
          {reason}
        </p>
      )}
      {missing && <FieldError>{collectionsTexts.noDestination}</FieldError>}
    </Dialog>
  )
}
