import type { favLink, moveLinks as move, trashLinks as trash } from '@nestmark/contract/links'
import type { Output, Parsed } from '@nestmark/contract/operation'
import { sql } from 'kysely'
import { grantCollection, grantLinks } from '../../access/grant.ts'
import { refuse } from '../../access/refuse.ts'
import type { LinkWithRole } from '../../access/roles.ts'
import type { Tx } from '../../db/db.ts'
import { inList, lockTree } from '../../db/dialect.ts'
import type { Call } from '../../http/implement.ts'
import { addToCounts, type CountChange } from '../collections/counters.ts'
import { countLinksOfTags } from '../tags/counters.ts'
import { setCollection, setFavouriteLink, setTrashed } from './store.ts'

/** Moves links into another collection. Both ends must be the caller's to write (Z04). */
export async function moveLinks(
  { actor, services: { db, now } }: Call,
  input: Parsed<typeof move>,
): Promise<Output<typeof move>> {
  if (input.links.length === 0) refuse('links.noneChosen')
  const to = input.move_to
  if (!to) return refuse('links.noDestination')
  return db.write(async tx => {
    await lockTree(tx, actor.personId)
    const granted = await grantLinks(tx, actor, 'links.move', input.links)
    const target = await grantCollection(tx, actor, 'collections.add', to)
    if (target.collection.trashed_by !== null) refuse('collections.inTrash')
    const moving = granted.links.filter(link => link.collection_id !== to)
    if (moving.length > 0) {
      const { owner_id: ownerId } = target.collection
      await setCollection(
        tx,
        granted,
        moving.map(link => link.seq),
        { id: to, ownerId },
        now(),
      )
      const changes: CountChange[] = []
      for (const link of moving.filter(each => each.trashed_at === null)) {
        const hidden = link.collectionTrashedBy !== null
        changes.push({ collectionId: link.collection_id, category: link.category, by: -1, hidden })
        changes.push({ collectionId: to, category: link.category, by: 1 })
      }
      await addToCounts(tx, ownerId, changes, now())
      const appearing = moving.filter(link => link.trashed_at === null && link.collectionTrashedBy !== null)
      await countTags(tx, appearing, 1)
    }
    return { moved: granted.links.length }
  })
}

/**
 * Trashes or restores links. A link whose collection is in the trash goes back to the top when it is restored, where it
 * can be found.
 */
export async function trashLinks(
  { actor, services: { db, now } }: Call,
  input: Parsed<typeof trash>,
): Promise<Output<typeof trash>> {
  if (input.linkIdArr.length === 0) refuse('links.noneChosen')
  const trashing = input.isTrash === 1
  return db.write(async tx => {
    await lockTree(tx, actor.personId)
    const granted = await grantLinks(tx, actor, 'links.trash', input.linkIdArr)
    const changing = granted.links.filter(link => (link.trashed_at === null) === trashing)
    if (changing.length === 0) return { changed: 0 }
    await setTrashed(
      tx,
      granted,
      changing.map(link => link.seq),
      trashing ? now() : null,
    )
    const ownerId = changing[0]!.owner_id
    const changes: CountChange[] = []
    const homeless: number[] = []
    for (const link of changing) {
      const hidden = link.collectionTrashedBy !== null
      const { collection_id: collectionId, category } = link
      if (trashing) changes.push({ collectionId, category, by: -1, hidden })
      else {
        if (hidden) homeless.push(link.seq)
        changes.push({ collectionId: hidden ? actor.rootId : collectionId, category, by: 1 })
      }
    }
    if (homeless.length > 0) {
      const moving = await grantLinks(tx, actor, 'links.move', input.linkIdArr)
      await setCollection(tx, moving, homeless, { id: actor.rootId, ownerId }, now())
    }
    await addToCounts(tx, ownerId, changes, now())
    // What vanished with its collection has been counted out with it; what is restored is always live.
    const counted = trashing ? changing.filter(link => link.collectionTrashedBy === null) : changing
    await countTags(tx, counted, trashing ? -1 : 1)
    return { changed: changing.length }
  })
}

async function countTags(tx: Tx, links: readonly LinkWithRole[], by: 1 | -1): Promise<void> {
  if (links.length === 0) return
  const seqs = links.map(link => link.seq)
  await countLinksOfTags(tx, sql`select seq from links where ${inList(tx, 'seq', seqs)}`, by)
}

/** Marks a link as a favourite of the caller, or takes the mark away. Twice is once. */
export async function favouriteLink(
  { actor, services: { db, now } }: Call,
  input: Parsed<typeof favLink>,
): Promise<Output<typeof favLink>> {
  await db.write(async tx => {
    const granted = await grantLinks(tx, actor, 'links.favourite', [input.link_id])
    await setFavouriteLink(tx, granted, actor.personId, input.link_id, input.is_fav === 1, now())
  })
  return {}
}
