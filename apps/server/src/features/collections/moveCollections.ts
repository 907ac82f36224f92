import type { moveFolders } from '@nestmark/contract/collections'
import type { Output, Parsed } from '@nestmark/contract/operation'
import { limits } from '@nestmark/core/limits'
import { grantCollection, grantCollections } from '../../access/grant.ts'
import { refuse } from '../../access/refuse.ts'
import { lockTree } from '../../db/dialect.ts'
import type { Call } from '../../http/implement.ts'
import { addToFolderCounts } from './counters.ts'
import { ancestorsOf, heightOf, setParent } from './store.ts'

/**
 * Moves collections with all beneath them. The tree of one owner is changed by one transaction at a time, and the
 * check for circles is made in that same transaction, so that two moves that race cannot make one together.
 */
export async function moveCollections(
  { actor, services: { db, now } }: Call,
  input: Parsed<typeof moveFolders>,
): Promise<Output<typeof moveFolders>> {
  if (input.folders.length === 0) refuse('collections.noneChosen')
  const destination = input.move_to
  if (!destination) return refuse('collections.noDestination')
  return db.write(async tx => {
    await lockTree(tx, actor.personId)
    const target = await grantCollection(tx, actor, 'collections.add', destination)
    const moving = await grantCollections(tx, actor, 'collections.move', input.folders)
    if (moving.collections.some(each => each.parent_id === null)) refuse('collections.rootFixed')
    if (target.collection.trashed_by !== null || moving.collections.some(each => each.trashed_by !== null))
      refuse('collections.inTrash')
    const way = await ancestorsOf(tx, [destination])
    const chosen = new Set(input.folders)
    if (way.some(each => chosen.has(each.id))) refuse('collections.intoItself')
    if (way.length + (await heightOf(tx, input.folders)) > limits.collectionDepth)
      refuse('collections.tooDeep')

    const leaving = moving.collections.filter(each => each.parent_id !== destination)
    await setParent(
      tx,
      moving,
      leaving.map(each => each.id),
      destination,
    )
    const counts = new Map<string, number>([[destination, leaving.length]])
    for (const { parent_id: from } of leaving) counts.set(from!, (counts.get(from!) ?? 0) - 1)
    await addToFolderCounts(tx, counts)
    await tx.updateTable('collections').set({ updated_at: now() }).where('id', '=', destination).execute()
    return { moved: moving.collections.length }
  })
}
