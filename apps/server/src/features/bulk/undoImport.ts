import { pluck } from '@nestmark/core/pluck'
import type { Actor } from '../../access/actor.ts'
import { grantPermittedCollections } from '../../access/grant.ts'
import type { Tx } from '../../db/db.ts'
import { recordTrashing, trashTops } from '../trash/trashCollections.ts'
import type { ImportedTag } from '../../undo/store.ts'
import { deleteUnusedTags } from '../tags/store.ts'
import { type ImportedCollection, liveTags, readImportedCollections } from './undoStore.ts'

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
