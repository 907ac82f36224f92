import type { Actor } from '../../access/actor.ts'
import { grantPermittedCollections, grantPermittedLinks } from '../../access/grant.ts'
import { type CollectionAction, type LinkAction, isAllowed } from '../../access/policies.ts'
import { refuse } from '../../access/refuse.ts'
import { collectionsWithRoles } from '../../access/roles.ts'
import type { Tx } from '../../db/db.ts'
import type { UndoRow } from '../../db/tables/tables.ts'
import { getUndoPermission } from '../../undo/permissions.ts'
import { readUndoRecord } from '../../undo/store.ts'
import {
  readRecordedItems,
  ownsAnyItem,
  readPreviousCollections,
  readActivityCollections,
  splitUndoRecord,
  findItemCollections,
} from './undoStore.ts'
import { createFindHome } from './undoHomes.ts'

type Right = LinkAction | CollectionAction

/**
 * Returns the part of an action that its actor may still undo. A person who was removed from a shared collection, or
 * is a reader there now, can undo nothing in it; the record remains for those who can.
 * @returns the undo record itself when that is all of it, and the collections in which to mark it as undone: all when
 * absent
 * @throws Refused 'undo.expired' when no part is left
 */
export async function takeOwnUndoPart(
  tx: Tx,
  actor: Actor,
  record: UndoRow,
): Promise<{ part: UndoRow; inside?: string[] }> {
  const right = getUndoPermission(record.kind)
  const noted = await readActivityCollections(tx, record.id)
  const inside = await filterCollections(tx, actor, right, noted)
  if (inside.length === noted.length) {
    return (await canReachAny(tx, actor, record, right)) ? { part: record } : refuse('undo.expired')
  }
  const allowed = await filterReturnable(tx, actor, record, await filterAllowed(tx, actor, record, right))
  if (allowed.length === 0) return refuse('undo.expired')
  return { part: await splitUndoRecord(tx, record, allowed), inside }
}

/**
 * Returns the part of any person's action that the actor may undo, like `takeOwnUndoPart`.
 * @throws Refused 'undo.expired' when the actor may change none of its items; 'undo.notAllowed' when none of its links
 * may return to their previous collections
 */
export async function takeUndoPart(
  tx: Tx,
  actor: Actor,
  record: UndoRow,
): Promise<{ part: UndoRow; inside?: string[] }> {
  const right = getUndoPermission(record.kind)
  const { all } = await readRecordedItems(tx, record)
  const allowed = await filterReturnable(tx, actor, record, await filterAllowed(tx, actor, record, right))
  if (allowed.length === 0) return refuse('undo.notAllowed')
  if (allowed.length === all) return { part: record }
  const inside = await filterCollections(tx, actor, right, await readActivityCollections(tx, record.id))
  return { part: await splitUndoRecord(tx, record, allowed), inside }
}

/**
 * Returns the ids of an action's items that the actor may change: at least one.
 * @throws Refused 'undo.expired'
 */
export async function filterAllowed(
  tx: Tx,
  actor: Actor,
  record: UndoRow,
  right: Right = getUndoPermission(record.kind),
): Promise<string[]> {
  const { ids } = await readRecordedItems(tx, record)
  const allowed = await filterItems(tx, actor, right, ids)
  return allowed.length === 0 ? refuse('undo.expired') : allowed
}

/** Returns whether the actor may still undo any item of an action. */
export async function canUndoAny(tx: Tx, actor: Actor, id: string): Promise<boolean> {
  const record = await readUndoRecord(tx, id)
  return record !== undefined && canReachAny(tx, actor, record, getUndoPermission(record.kind))
}

/**
 * Returns whether the actor may change at least one of an action's items. Needed because some actions, such as
 * favourites, have no activity entry.
 */
async function canReachAny(tx: Tx, actor: Actor, record: UndoRow, right: Right): Promise<boolean> {
  if (await ownsAnyItem(tx, actor.personId, record)) return true
  const ids = await findItemCollections(tx, record)
  const reached = record.kind.endsWith('Collections')
    ? await filterItems(tx, actor, right, ids)
    : await filterCollections(tx, actor, right, ids)
  return reached.length > 0
}

/** Returns those moved links whose previous collection the caller may add to. The others remain for those who may. */
async function filterReturnable(
  tx: Tx,
  actor: Actor,
  record: UndoRow,
  ids: readonly string[],
): Promise<readonly string[]> {
  if (record.kind !== 'moveLinks') return ids
  const { links } = await grantPermittedLinks(tx, actor, 'links.move', ids)
  const findHome = await createFindHome(tx, actor, await readPreviousCollections(tx, record.id))
  return links.filter(link => findHome(link) !== null).map(link => link.id)
}

async function filterItems(tx: Tx, actor: Actor, right: Right, ids: readonly string[]): Promise<string[]> {
  if (right.startsWith('links.')) {
    const { links } = await grantPermittedLinks(tx, actor, right as LinkAction, ids)
    return links.map(each => each.id)
  }
  const { collections } = await grantPermittedCollections(tx, actor, right as CollectionAction, ids)
  return collections.map(each => each.id)
}

async function filterCollections(
  tx: Tx,
  actor: Actor,
  right: Right,
  ids: readonly string[],
): Promise<string[]> {
  const collections = await collectionsWithRoles(tx, actor, ids)
  return collections.filter(each => isAllowed(each.role, right)).map(each => each.id)
}
