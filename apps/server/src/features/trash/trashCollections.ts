import * as contract from '@nestmark/contract/collections'
import type { Output } from '@nestmark/contract/operation'
import { assertDefined } from '@nestmark/core/assertDefined'
import { limits } from '@nestmark/core/limits'
import { grantCollections, type GrantedCollections } from '../../access/grant.ts'
import { requireCollectionQuota } from '../../access/planQuotas.ts'
import { refuse } from '../../access/refuse.ts'
import type { Actor } from '../../access/actor.ts'
import { collectionsWithRoles } from '../../access/roles.ts'
import type { Tx } from '../../db/db.ts'
import { lockTree } from '../../db/dialect.ts'
import { enqueueBulkAction, replyToBulkAction } from '../../undo/bulkActions.ts'
import { recordCollections, openUndoRecord } from '../../undo/store.ts'
import { action } from '../../calls/action.ts'
import type { EventSubject } from '../../domainEvents/event.ts'
import { recordEvent } from '../../domainEvents/recordEvent.ts'
import { addToFolderCounts, addToLibrary } from '../collections/countersStore.ts'
import { requireParentId } from '../collections/placing/requireParentId.ts'
import { isLarge } from '../collections/subtreeQuery.ts'
import { chosenCollections, manyDescendants } from '../collections/placing/targets.ts'
import { hideSubtree, findNearestLiveAncestor, readState, showSubtree } from './store.ts'

type TrashRight = GrantedCollections<'collections.trash'>
type RestoredElsewhere = Output<typeof contract.trashCollections>['placed']

/**
 * Moves collections to the trash or restores them. The top is marked and its descendants are hidden with it; a
 * restore shows exactly those again, under the previous parent, or under the nearest live ancestor when the parent is
 * trashed or deleted. Many collections, or a large subtree, are left to a job.
 */
export const trashCollections = action(contract.trashCollections, async ({ actor, services }, input) => {
  const trashing = input.isTrash === 1
  const kind = trashing ? ('trashCollections' as const) : ('restoreCollections' as const)
  const answer = await services.db.write(async tx => {
    await lockTree(tx, actor.personId)
    const at = services.now()
    const ids = await chosenCollections(tx, actor, input.folderIdArr ?? input.folders ?? [], input)
    const granted = await grantCollections(tx, actor, 'collections.trash', ids)
    if (granted.collections.some(each => each.parent_id === null)) refuse('collections.rootFixed')
    if (ids.length > limits.atOnce || (await isLarge(tx, ids, manyDescendants))) {
      const job = await enqueueBulkAction(tx, actor, { action: kind, collections: ids }, ids.length, at)
      return { changed: ids.length, placed: [], job }
    }
    const undo = await openUndoRecord(tx, { personId: actor.personId, kind, at })
    if (!trashing) {
      const action = { key: undo, by: actor.personId, at }
      return { ...(await restoreTops(tx, actor, granted, action)), undo }
    }
    await recordTrashing(tx, granted, actor.personId, at, undo)
    return { changed: await trashTops(tx, granted, at, undo), placed: [], undo }
  })
  return replyToBulkAction(services, answer)
})

/** Records that collections are trashed, before they are: the event is sent to those who can see them now. */
export async function recordTrashing(
  tx: Tx,
  { collections }: TrashRight,
  by: string,
  at: number,
  undoKey: string | null,
  isWebhookOnly = false,
): Promise<void> {
  const subjects = collections
    .filter(each => each.trashed_by === null)
    .map(({ id, parent_id: displayedIn, name }) => ({ collectionId: id, displayedIn, id, title: name }))
  await recordEvent(tx, { type: 'collection.trashed', by, at, undo: undoKey, isWebhookOnly }, subjects)
}

/**
 * Trashes collections, each with all its descendants. Returns how many were not in the trash before.
 * @param undoKey the key of the undo record; null for an undo
 */
export async function trashTops(
  tx: Tx,
  granted: TrashRight,
  at: number,
  undoKey: string | null,
): Promise<number> {
  let changed = 0
  for (const { id } of granted.collections) {
    // An earlier collection of the list may have hidden this one.
    const top = await readState(tx, id)
    if (!top || top.trashed_by !== null) continue
    if (undoKey !== null) await recordCollections(tx, undoKey, [[id, requireParentId(top), at]])
    const hidden = await hideSubtree(tx, granted, id, at)
    await addToFolderCounts(tx, new Map([[requireParentId(top), -1]]))
    await addToLibrary(
      tx,
      top.owner_id,
      hidden.map(n => -n),
      at,
    )
    changed++
  }
  return changed
}

/**
 * Restores collections. Returns the new parent of each one whose previous parent is not available, if the caller may
 * see it.
 * @param key the key of the undo record and event; an undo has no key
 */
export async function restoreTops(
  tx: Tx,
  actor: Actor,
  granted: TrashRight,
  { key, by, at }: { key: string | null; by: string; at: number },
): Promise<{ changed: number; placed: RestoredElsewhere }> {
  const placed: RestoredElsewhere = []
  const restored: EventSubject[] = []
  const tops = granted.collections.filter(each => each.trashed_at !== null)
  for (const top of tops) {
    if (key !== null)
      await recordCollections(tx, key, [
        [top.id, requireParentId(top), assertDefined(top.trashed_at, 'trashed_at')],
      ])
    const parent = await findNearestLiveAncestor(tx, requireParentId(top))
    const back = await showSubtree(tx, granted, top.id, parent.id)
    await addToFolderCounts(tx, new Map([[parent.id, 1]]))
    await addToLibrary(tx, top.owner_id, back, at)
    await requireCollectionQuota(tx, top.owner_id)
    if (parent.id !== top.parent_id) placed.push({ _id: top.id, parent: parent.id, parent_name: parent.name })
    restored.push({ collectionId: parent.id, id: top.id, title: top.name })
  }
  const event = { type: 'collection.restored', by, at, undo: key, isWebhookOnly: key === null } as const
  await recordEvent(tx, event, restored)
  return { changed: tops.length, placed: await filterVisible(tx, actor, placed) }
}

/** Hides the collections above a share from members. */
async function filterVisible(tx: Tx, actor: Actor, placed: RestoredElsewhere): Promise<RestoredElsewhere> {
  const parents = await collectionsWithRoles(tx, actor, [...new Set(placed.map(each => each.parent))])
  const seen = new Set(parents.filter(each => each.role !== null).map(each => each.id))
  return placed.filter(each => seen.has(each.parent))
}
