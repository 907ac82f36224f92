import type { Actor } from '../../access/actor.ts'
import { grantPermittedCollections } from '../../access/grant.ts'
import { Refused } from '../../access/refuse.ts'
import type { Tx } from '../../db/db.ts'
import type { UndoRow } from '../../db/tables/tables.ts'
import { readRecordedCollections } from '../../undo/store.ts'
import { checkMove, moveCheckedCollections } from '../collections/placing/moveCollections.ts'
import { setPosition } from '../collections/lists/orderStore.ts'
import { findNearestLiveAncestor } from '../trash/store.ts'
import { restoreTops, recordTrashing, trashTops } from '../trash/trashCollections.ts'
import type { Step } from '../../undo/step.ts'

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
