import type { trashFolders } from '@nestmark/contract/collections'
import type { Output, Parsed } from '@nestmark/contract/operation'
import { grantCollections, type GrantedCollections } from '../../access/grant.ts'
import { refuse } from '../../access/refuse.ts'
import type { CollectionWithRole } from '../../access/roles.ts'
import type { Tx } from '../../db/db.ts'
import { lockTree } from '../../db/dialect.ts'
import type { Call } from '../../http/implement.ts'
import { addToFolderCounts, addToLibrary } from '../collections/counters.ts'
import { hideSubtree, nearestLive, showSubtree } from './store.ts'

type TrashRight = GrantedCollections<'collections.trash'>

/**
 * Trashes or restores collections. The top is marked and all beneath is hidden behind it; restoring brings back exactly
 * that: to its parent, or to the nearest living ancestor when the parent is gone.
 */
export async function trashCollections(
  { actor, services: { db, now } }: Call,
  input: Parsed<typeof trashFolders>,
): Promise<Output<typeof trashFolders>> {
  const ids = input.folderIdArr ?? input.folders ?? []
  if (ids.length === 0) refuse('collections.noneChosen')
  return db.write(async tx => {
    await lockTree(tx, actor.personId)
    const granted = await grantCollections(tx, actor, 'collections.trash', ids)
    if (granted.collections.some(each => each.parent_id === null)) refuse('collections.rootFixed')
    return input.isTrash === 1 ? trash(tx, granted, now()) : restore(tx, granted)
  })
}

async function trash(tx: Tx, granted: TrashRight, at: number) {
  let changed = 0
  for (const { id } of granted.collections) {
    // An earlier one of the list may have taken this one along.
    const top = await freshState(tx, id)
    if (top.trashed_by !== null) continue
    const gone = await hideSubtree(tx, granted, id, at)
    await addToFolderCounts(tx, new Map([[top.parent_id!, -1]]))
    await addToLibrary(
      tx,
      top.owner_id,
      gone.map(n => -n),
    )
    changed++
  }
  return { changed, placed: [] }
}

async function restore(tx: Tx, granted: TrashRight) {
  const placed: Output<typeof trashFolders>['placed'] = []
  const tops = granted.collections.filter(each => each.trashed_at !== null)
  for (const top of tops) {
    const parent = await nearestLive(tx, top.parent_id!)
    const back = await showSubtree(tx, granted, top.id, parent.id)
    await addToFolderCounts(tx, new Map([[parent.id, 1]]))
    await addToLibrary(tx, top.owner_id, back)
    if (parent.id !== top.parent_id) placed.push({ _id: top.id, parent: parent.id, parent_name: parent.name })
  }
  return { changed: tops.length, placed }
}

function freshState(
  tx: Tx,
  id: string,
): Promise<Pick<CollectionWithRole, 'trashed_by' | 'parent_id' | 'owner_id'>> {
  return tx
    .selectFrom('collections')
    .select(['trashed_by', 'parent_id', 'owner_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}
