import { pluck } from '@nestmark/core/pluck'
import type { Actor } from '../../access/actor.ts'
import { grantPermittedCollections } from '../../access/grant.ts'
import { Refused } from '../../access/refuse.ts'
import type { Tx } from '../../db/db.ts'
import type { UndoRow } from '../../db/tables/tables.ts'
import { readRecordedCollections, type ImportedTag } from '../../undo/store.ts'
import { checkMove, moveCheckedCollections } from '../collections/placing/moveCollections.ts'
import { setPosition } from '../collections/lists/orderStore.ts'
import { findNearestLiveAncestor } from '../trash/store.ts'
import { restoreTops, recordTrashing, trashTops } from '../trash/trashCollections.ts'
import type { Step } from '../../undo/step.ts'
import { deleteUnusedTags } from '../tags/store.ts'
import { type ImportedCollection, liveTags, readImportedCollections } from './undoStore.ts'

/** Undoes an action on collections in one transaction. */
export async function undoCollections(tx: Tx, actor: Actor, record: UndoRow, at: number): Promise<Step> {
  const before = await readRecordedCollections(tx, record.id)
  const all = before.map(([id]) => id)
  const step = (changed: number): Step => ({ changed, left: all.length - changed, seen: all.length })
  if (record.kind === 'trashCollections') {
    const granted = await grantPermittedCollections(tx, actor, 'collections.trash', all)
    const trashedAt = new Map(before.map(([id, , at]) => [id, at]))
    const tops = granted.collections.filter(each => each.trashed_at === trashedAt.get(each.id))
    const { changed, placed } = await restoreTops(
      tx,
      actor,
      { ...granted, collections: tops },
      { key: null, by: actor.personId, at },
    )
    return { ...step(changed), placed }
  }
  if (record.kind === 'restoreCollections') {
    let changed = 0
    for (const [id, , trashedAt] of before) {
      const granted = await grantPermittedCollections(tx, actor, 'collections.trash', [id])
      await recordTrashing(tx, granted, actor.personId, at, null, true)
      changed += await trashTops(tx, granted, trashedAt, null)
    }
    return step(changed)
  }
  if (record.kind === 'addCollections') {
    const granted = await grantPermittedCollections(tx, actor, 'collections.trash', all)
    // A collection that was moved since is not moved again.
    const parents = new Map(before.map(([id, parent]) => [id, parent]))
    const here = granted.collections.filter(each => each.parent_id === parents.get(each.id))
    const taken = { ...granted, collections: here }
    await recordTrashing(tx, taken, actor.personId, at, null, true)
    return step(await trashTops(tx, taken, at, null))
  }
  let changed = 0
  for (const [id, parent, position] of before) {
    const moving = await grantPermittedCollections(tx, actor, 'collections.move', [id])
    const [here] = moving.collections
    if (!here || here.parent_id !== record.target) continue
    const [visible] = (await grantPermittedCollections(tx, actor, 'collections.read', [parent])).collections
    const to = visible ? (await findNearestLiveAncestor(tx, parent)).id : actor.rootId
    try {
      await checkMove(tx, actor, moving, to)
    } catch (error) {
      // Its previous parent is now its descendant or in the trash: it is not moved.
      if (error instanceof Refused) continue
      throw error
    }
    await moveCheckedCollections(tx, moving, to, at, { key: null, by: actor.personId })
    if (to === parent) await setPosition(tx, moving, id, position)
    changed++
  }
  return step(changed)
}

/** The maximum number of collections that one transaction trashes; each together with its descendants. */
const maxTops = 50

/**
 * Trashes the collections that an import created and that are empty, after its links. Collections that were moved
 * since, or that contain other items, remain.
 * @returns the number of trashed and of remaining collections, and whether more are to be trashed
 */
export async function undoImportedCollections(
  tx: Tx,
  actor: Actor,
  record: string,
  at: number,
): Promise<{ changed: number; left: number; hasMore: boolean }> {
  const imported = await readImportedCollections(tx, record)
  const empty = findEmptyCollections(imported)
  const tops = imported.filter(each => empty.has(each.id) && !empty.has(each.parent)).map(each => each.id)
  const granted = await grantPermittedCollections(tx, actor, 'collections.trash', tops.slice(0, maxTops))
  await recordTrashing(tx, granted, actor.personId, at, null, true)
  await trashTops(tx, granted, at, null)
  const remaining = findEmptyCollections(await readImportedCollections(tx, record)).size
  const hasMore = tops.length > maxTops && remaining < empty.size
  return {
    changed: empty.size - remaining,
    left: hasMore ? 0 : imported.length - empty.size + remaining,
    hasMore,
  }
}

/** Deletes the tags without links that an import created. Tags that have a link or were renamed since remain. */
export async function deleteImportedTags(tx: Tx, tags: readonly ImportedTag[]): Promise<void> {
  const live = await liveTags(tx, pluck(tags, 0))
  const unchanged = tags.filter(([seq, name]) => live.get(seq)?.name === name)
  await deleteUnusedTags(tx, pluck(unchanged, 0))
}

/** Returns the ids of the collections without links and without remaining children. */
function findEmptyCollections(imported: readonly ImportedCollection[]): Set<string> {
  const children = Map.groupBy(imported, each => each.parent)
  const empty = new Set<string>()
  const visit = (each: ImportedCollection): boolean => {
    const own = children.get(each.id) ?? []
    const emptyChildren = own.filter(visit).length
    const isEmpty = each.links === 0 && emptyChildren === each.children
    if (isEmpty) empty.add(each.id)
    return isEmpty
  }
  const ids = new Set(imported.map(each => each.id))
  for (const each of imported) if (!ids.has(each.parent)) visit(each)
  return empty
}
