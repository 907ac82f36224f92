import * as contract from '@nestmark/contract/collections'
import { limits } from '@nestmark/core/limits'
import { pluck } from '@nestmark/core/pluck'
import type { Actor } from '../../../access/actor.ts'
import {
  grantCollection,
  grantCollections,
  type GrantedCollections,
  grantScope,
} from '../../../access/grant.ts'
import { refuse } from '../../../access/refuse.ts'
import type { Tx } from '../../../db/db.ts'
import { lockTree } from '../../../db/dialect.ts'
import { enqueueBulkAction, replyToBulkAction } from '../../../undo/bulkActions.ts'
import { recordCollections, openUndoRecord } from '../../../undo/store.ts'
import { action } from '../../../calls/action.ts'
import { recordEvent } from '../../../domainEvents/recordEvent.ts'
import { endRequestsAfterMove } from '../accessRequestStore.ts'
import { addToFolderCounts } from '../countersStore.ts'
import { requireParentId } from './requireParentId.ts'
import { readAncestors, readHeight, setParent, setUpdatedAt } from '../store.ts'
import { isLarge } from '../subtreeQuery.ts'
import { chosenCollections, manyDescendants } from './targets.ts'
import { isAllowed } from '../../../access/policies.ts'
import { collectionsWithRoles } from '../../../access/roles.ts'
import { placeBefore } from '../lists/orderStore.ts'

type MoveRight = GrantedCollections<'collections.move'>

/**
 * Moves collections with all their descendants. One transaction at a time changes the tree of an owner, and the
 * cycle check runs in the same transaction, so that two concurrent moves cannot create a cycle. Moves that are not
 * permitted are refused immediately, even when a job would run them.
 */
export const moveCollections = action(contract.moveCollections, async ({ actor, services }, input) => {
  if (input.folders.length === 0 && !input.every) refuse('collections.noneChosen')
  const to = input.move_to
  if (!to) return refuse('collections.noDestination')
  const answer = await services.db.write(async tx => {
    await lockTree(tx, actor.personId)
    const at = services.now()
    const ids = await chosenCollections(tx, actor, input.folders, input)
    const moving = await grantCollections(tx, actor, 'collections.move', ids)
    await checkMove(tx, actor, moving, to)
    if (ids.length > limits.atOnce || (await isLarge(tx, ids, manyDescendants))) {
      const order = { action: 'moveCollections', collections: ids, to } as const
      return { moved: ids.length, job: await enqueueBulkAction(tx, actor, order, ids.length, at) }
    }
    const { personId } = actor
    const undo = await openUndoRecord(tx, { personId, kind: 'moveCollections', target: to, at })
    await moveCheckedCollections(tx, moving, to, at, { key: undo, by: actor.personId })
    return { moved: ids.length, undo }
  })
  return replyToBulkAction(services, answer)
})

/**
 * Checks that all collections may move to the target now.
 * @throws Refused for the root, for collections in the trash, for a cycle, and when the depth limit would be exceeded
 */
export async function checkMove(tx: Tx, actor: Actor, moving: MoveRight, to: string): Promise<void> {
  const target = await grantCollection(tx, actor, 'collections.add', to)
  if (moving.collections.some(each => each.parent_id === null)) refuse('collections.rootFixed')
  if (target.collection.trashed_by !== null || moving.collections.some(each => each.trashed_by !== null))
    refuse('collections.inTrash')
  if (moving.collections.some(each => each.owner_id !== target.collection.owner_id))
    refuse('collections.otherOwner')
  const chosen = new Set(moving.collections.map(each => each.id))
  const path = await readAncestors(tx, [to])
  if (path.some(each => chosen.has(each.id))) refuse('collections.intoItself')
  if (path.length + (await readHeight(tx, [...chosen])) > limits.collectionDepth)
    refuse('collections.tooDeep')
}

/** Records a move in both collections. */
async function recordMove(
  tx: Tx,
  leaving: MoveRight['collections'],
  to: string,
  at: number,
  { key, by }: { key: string | null; by: string },
): Promise<void> {
  const each = (from: (typeof leaving)[number]) => ({ id: from.id, title: from.name })
  const event = { by, at, undo: key, isWebhookOnly: key === null }
  const away = leaving.map(from => ({ ...each(from), collectionId: requireParentId(from), other: to }))
  await recordEvent(tx, { type: 'collection.movedAway', ...event }, away)
  const here = leaving.map(from => ({ ...each(from), collectionId: to, other: requireParentId(from) }))
  await recordEvent(tx, { type: 'collection.movedHere', ...event }, here)
}

/**
 * Moves collections that were checked in the same transaction.
 * @param action the key of the undo record and event; an undo has no key
 */
export async function moveCheckedCollections(
  tx: Tx,
  moving: MoveRight,
  to: string,
  at: number,
  action: { key: string | null; by: string },
): Promise<void> {
  const leaving = moving.collections.filter(each => each.parent_id !== to)
  if (leaving.length === 0) return
  if (action.key !== null)
    await recordCollections(
      tx,
      action.key,
      leaving.map(each => [each.id, requireParentId(each), each.position]),
    )
  await setParent(tx, moving, pluck(leaving, 'id'), to)
  await endRequestsAfterMove(tx, { collectionIds: leaving.map(each => each.id), to })
  const counts = new Map<string, number>([[to, leaving.length]])
  for (const from of leaving.map(requireParentId)) counts.set(from, (counts.get(from) ?? 0) - 1)
  await addToFolderCounts(tx, counts)
  await setUpdatedAt(tx, to, at)
  await recordMove(tx, leaving, to, at, action)
}

/** Moves a collection before one of its siblings, or to the end, in the manual order. */
export const placeCollection = action(
  contract.placeCollection,
  async ({ actor, services: { db } }, input) => {
    await db.write(async tx => {
      await lockTree(tx, actor.personId)
      const granted = await grantCollection(tx, actor, 'collections.edit', input.folder_id)
      const { collection } = granted
      if (collection.parent_id === null) return refuse('collections.rootFixed')
      if (collection.trashed_by !== null) return refuse('collections.inTrash')
      // The order belongs to the parent collection: for the top of a share, only the owner may change it (Z06).
      const [parent] = await collectionsWithRoles(tx, actor, [collection.parent_id])
      if (!parent || !isAllowed(parent.role, 'collections.edit')) return refuse('collections.readOnly')
      const before = input.before ?? null
      if (before !== null && before !== collection.id) {
        const sibling = await grantScope(tx, actor, before)
        if (sibling.collection.parent_id !== collection.parent_id) refuse('collections.notFound')
      }
      if (before !== collection.id)
        await placeBefore(tx, granted, collection.id, collection.parent_id, before)
    })
    return {}
  },
)
