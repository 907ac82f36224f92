import type { Actor } from '../../access/actor.ts'
import { requireCollectionQuota } from '../../access/planQuotas.ts'
import { refuse, Refused } from '../../access/refuse.ts'
import { collectionsWithRoles } from '../../access/roles.ts'
import type { Tx } from '../../db/db.ts'
import { hideLinks } from '../../db/searchText/fullText.ts'
import type { CollectionRow } from '../../db/tables/libraryTables.ts'
import { passTextHolders } from '../../db/searchText/textHolders.ts'
import { hasUnfinishedJob } from '../../jobs/store.ts'
import { notifyRecipients } from '../../domainEvents/notifications.ts'
import { recordEvent } from '../../domainEvents/recordEvent.ts'
import { addToFolderCounts, addToLibrary } from '../collections/countersStore.ts'
import { adoptBlobs } from '../uploads/storage/adoptBlobs.ts'
import { setOwnerOfFiles } from '../uploads/storage/adoptStore.ts'
import { requireParentId } from '../collections/placing/requireParentId.ts'
import { countDescendantLinks } from '../collections/subtreeQuery.ts'
import { sweepWordsLater } from '../links/words/linkText.ts'
import { readDescendants } from '../trash/store.ts'
import { yieldToEventLoop, transferLinks, refreshLinks } from './transferLinks.ts'
import {
  deleteOffers,
  findOffer,
  findCollection,
  setOwner,
  setOwnerOfShares,
  setPlace,
  storeParts,
  transferEntries,
  deletePart,
  firstPart,
} from './store.ts'
import type { BulkPayload, TransferAction } from '../../undo/bulkActions.ts'
import type { Step } from '../../undo/step.ts'

/** A collection whose offer the actor may accept now. Only `checkOwnershipTransfer` creates this type. */
export type TransferableCollection = CollectionRow & { readonly mayBeHandedOver: true }

/** Returns whether a person is a member of the collection or of one above, by name. */
export async function isMember(tx: Tx, personId: string, collectionId: string): Promise<boolean> {
  const [seen] = await collectionsWithRoles(tx, { personId }, [collectionId])
  return seen?.role === 'read' || seen?.role === 'write'
}

/**
 * Checks that an offer is still open and can be accepted by the actor now, with both trees locked.
 * @throws Refused 'ownershipTransfer.expired', 'ownershipTransfer.importing', 'collections.inTrash'
 */
export async function checkOwnershipTransfer(
  tx: Tx,
  actor: Actor,
  collectionId: string,
): Promise<TransferableCollection> {
  const offer = await findOffer(tx, collectionId)
  const top = await findCollection(tx, collectionId)
  if (!offer || !top || offer.person_id !== actor.personId || offer.owner_id !== top.owner_id)
    return refuse('ownershipTransfer.expired')
  if (top.parent_id === null || !(await isMember(tx, actor.personId, collectionId)))
    return refuse('ownershipTransfer.expired')
  if (top.trashed_by !== null) refuse('collections.inTrash')
  // An import reads its owner at the start and would continue to add links of the previous owner.
  if (await hasUnfinishedJob(tx, top.owner_id, 'importBookmarks')) refuse('ownershipTransfer.importing')
  return { ...top, mayBeHandedOver: true }
}

/**
 * Transfers a collection and all its descendants, its trash included, to another owner: collections, links, tags by
 * their names, shares, short addresses, suggestions and counters. Personal favourites and notes remain with the
 * people who made them. The previous owner remains a member with write access. One transaction for any size.
 * @param job the job whose files store the links for which the search index and pictures must be updated; null to
 * update them immediately
 * @throws Refused 'plan.links', 'plan.collections' or 'plan.storage' when it exceeds the new owner's plan
 */
export async function changeOwner(
  tx: Tx,
  actor: Actor,
  top: TransferableCollection,
  at: number,
  job: string | null,
): Promise<void> {
  const { personId: to, rootId } = actor
  const from = top.owner_id
  const ids = await readDescendants(tx, [top.id])
  const { n1, n2, n3, n4, n5 } = await countDescendantLinks(tx, top)
  const counts = [n1, n2, n3, n4, n5]
  await deleteOffers(tx, ids)
  await setOwner(tx, ids, to)
  await setPlace(tx, top.id, { parentId: rootId, readLevel: Math.max(1, top.read_level), now: at })
  await addToFolderCounts(
    tx,
    new Map([
      [requireParentId(top), -1],
      [rootId, 1],
    ]),
  )
  const links = await transferLinks(tx, ids, { from, to })
  await adoptBlobs(tx, to, await setOwnerOfFiles(tx, ids, to), at)
  // In the order of ids, as everywhere that counters of two people are changed.
  for (const [personId, sign] of [[from, -1] as const, [to, 1] as const].toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  ))
    await addToLibrary(
      tx,
      personId,
      counts.map(n => sign * n),
      at,
    )
  await requireCollectionQuota(tx, to)
  await setOwnerOfShares(tx, ids, top.id, { from, to, at })
  await transferEntries(tx, ids, to)
  await passTextHolders(tx, { from, to })
  // Their words are still among those of the previous owner.
  await sweepWordsLater(tx, from, at, 0)
  const recipient = { personId: from, collectionId: top.id, count: 1, title: top.name }
  await notifyRecipients(tx, { type: 'ownership.accepted', by: to, at }, [recipient])
  // Webhooks receive it as an ordinary move.
  const event = { by: to, at, isWebhookOnly: true }
  const moved = { id: top.id, title: top.name }
  const away = { ...moved, collectionId: requireParentId(top), other: rootId }
  await recordEvent(tx, { ...event, type: 'collection.movedAway' }, [away])
  const here = { ...moved, collectionId: rootId, other: requireParentId(top) }
  await recordEvent(tx, { ...event, type: 'collection.movedHere' }, [here])
  if (job === null) {
    for (const part of links) await refreshLinks(tx, to, part, at)
    return
  }
  // The search index stores owners separately: until it is updated, the links are hidden from everyone, in particular
  // from people without access.
  for (const part of links) {
    await hideLinks(tx, part)
    await yieldToEventLoop()
  }
  await storeParts(tx, job, links)
}

/**
 * Runs the next step of a large transfer: the first changes the owner of everything, in one transaction; the
 * following ones update the search index and pictures part by part. A kill in between loses nothing: the parts are
 * stored in the job's files.
 */
export async function ownershipTransferStep(
  tx: Tx,
  { actor, at, collections: [top], next }: BulkPayload<TransferAction>,
  job: string,
): Promise<Step> {
  if (!next) {
    try {
      await changeOwner(tx, actor, await checkOwnershipTransfer(tx, actor, top), at, job)
    } catch (error) {
      // The offer was withdrawn: there is nothing to do, and no error.
      if (error instanceof Refused && error.code === 'ownershipTransfer.expired')
        return { changed: 0, left: 1, seen: 1 }
      throw error
    }
    return { changed: 1, left: 0, seen: 1, next: { position: 0 } }
  }
  const stored = await firstPart(tx, job)
  if (!stored) return { changed: 0, left: 0, seen: 0 }
  const { part, seqs } = stored
  // Read again, because the collection may have been transferred to another owner since.
  const collection = await findCollection(tx, top)
  if (collection) await refreshLinks(tx, collection.owner_id, seqs, at)
  await deletePart(tx, job, part)
  return { changed: 0, left: 0, seen: seqs.length, next: { position: part + 1 } }
}
