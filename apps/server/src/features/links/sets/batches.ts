import { assertDefined } from '@nestmark/core/assertDefined'
import { pluck } from '@nestmark/core/pluck'
import type { Actor } from '../../../access/actor.ts'
import type { GrantedLinks } from '../../../access/grant.ts'
import { refuse } from '../../../access/refuse.ts'
import type { CollectionWithRole, LinkWithRole } from '../../../access/roles.ts'
import type { Tx } from '../../../db/db.ts'
import { type LinkBefore, recordLinks } from '../../../undo/store.ts'
import type { DomainEvent } from '../../../domainEvents/event.ts'
import { recordEvent } from '../../../domainEvents/recordEvent.ts'
import {
  enterAnyCollections,
  enterCollections,
  type PlainText,
} from '../../collections/placing/enterCollections.ts'
import { assertSameKey } from '../../collections/placing/keyOfCollection.ts'
import { assertNoHiddenTags, withoutHidingRoot } from '../words/hiddenTags.ts'
import { getPosition } from '../lists/linkOrderStore.ts'
import { moveHome } from './moveHome.ts'
import { countTags, isLive } from '../lists/liveLinks.ts'
import { addToCounts, type CountChange } from '../../collections/countersStore.ts'
import {
  addFavourites,
  dropFavourites,
  listFavouriteTimes,
  readRoots,
  setCollection,
  setTrashed,
} from '../store.ts'

/** One batch of an action: its actor, its time, the key of its undo record, and what becomes of links in plain text. */
export interface Batch {
  actor: Actor
  at: number
  undo: string
  plainText: PlainText
}

/**
 * Moves links into a collection.
 * @param toBefore returns the row of the undo record of a link
 */
export async function moveBatch(
  tx: Tx,
  { actor, at, undo, plainText }: Batch,
  granted: GrantedLinks<'links.move'>,
  to: CollectionWithRole,
  toBefore: (link: LinkWithRole) => LinkBefore = toLinkBefore,
): Promise<void> {
  if (to.trashed_by !== null) refuse('collections.inTrash')
  if (granted.links.some(link => link.owner_id !== to.owner_id)) refuse('collections.otherOwner')
  const elsewhere = granted.links.filter(link => link.collection_id !== to.id)
  const entering = elsewhere.map(link => ({ ...link, home: to.id }))
  const moving = enterCollections(entering, new Map([[to.id, to.enc_id]]), plainText)
  if (moving.length === 0) return
  assertSameKey(moving, to)
  await assertNoHiddenTags(tx, moving, to)
  const seqs = moving.map(link => link.seq)
  await recordLinks(tx, undo, moving.map(toBefore))
  await setCollection(tx, granted, seqs, { id: to.id, ownerId: to.owner_id }, at)
  await noteMoved(tx, to.owner_id, moving, { by: actor.personId, at, undo })
}

/** A link with the collection that it moves to. */
export type MovingLink = LinkWithRole & { home: string }

/** Counts the links of an owner that were moved to live collections, with their tags, and records their moves. */
export async function noteMoved(
  tx: Tx,
  ownerId: string,
  links: readonly MovingLink[],
  event: Omit<DomainEvent, 'type'>,
): Promise<void> {
  await addToCounts(tx, ownerId, links.flatMap(moveCounts), event.at)
  const appearing = links.filter(link => link.trashed_at === null && !isLive(link))
  await countTags(tx, appearing, 1)
  await recordMoves(tx, event, links.filter(isLive))
}

/** Records the moves of links in both collections. */
export async function recordMoves(
  tx: Tx,
  event: Omit<DomainEvent, 'type'>,
  links: readonly MovingLink[],
): Promise<void> {
  const away = links.map(link => ({ ...toSubject(link), other: link.home }))
  await recordEvent(tx, { ...event, type: 'link.movedAway' }, away)
  const here = links.map(link => ({ ...toSubject(link), collectionId: link.home, other: link.collection_id }))
  await recordEvent(tx, { ...event, type: 'link.movedHere' }, here)
}

/** Moves links to the trash. Returns how many were not in the trash before. */
export async function trashBatch(
  tx: Tx,
  { actor, at, undo }: Batch,
  granted: GrantedLinks<'links.trash'>,
): Promise<number> {
  const changing = granted.links.filter(link => link.trashed_at === null)
  if (changing.length === 0) return 0
  await recordLinks(
    tx,
    undo,
    changing.map(link => [link.seq, link.collection_id, at]),
  )
  await setTrashed(tx, granted, pluck(changing, 'seq'), at)
  await countByOwner(tx, changing, link => toCountChange(link, -1), at)
  await countTags(tx, changing.filter(isLive), -1)
  const event = { type: 'link.trashed', by: actor.personId, at, undo } as const
  await recordEvent(tx, event, changing.filter(isLive).map(toSubject))
  return changing.length
}

/**
 * Restores links. A link whose collection is in the trash moves to the root collection, where the owner can find it.
 * @param moving the right to move these links
 */
export async function restoreBatch(
  tx: Tx,
  { actor, at, undo, plainText }: Batch,
  granted: GrantedLinks<'links.trash'>,
  moving: GrantedLinks<'links.move'>,
): Promise<number> {
  const trashed = granted.links.filter(link => link.trashed_at !== null)
  const roots = await readRoots(
    tx,
    trashed.flatMap(link => (link.collectionTrashedBy === null ? [] : link.owner_id)),
  )
  const returning = (await withoutHidingRoot(tx, trashed)).map(link => ({
    ...link,
    home:
      link.collectionTrashedBy === null
        ? link.collection_id
        : assertDefined(roots.get(link.owner_id), 'root'),
  }))
  const changing = await enterAnyCollections(tx, returning, plainText)
  if (changing.length === 0) return 0
  await recordLinks(
    tx,
    undo,
    changing.map(link => [link.seq, link.collection_id, assertDefined(link.trashed_at, 'trashed_at')]),
  )
  await setTrashed(tx, granted, pluck(changing, 'seq'), null)
  const homeless = changing.filter(link => link.collectionTrashedBy !== null)
  await moveHome(tx, moving, homeless, at)
  await countByOwner(tx, changing, toJoining, at)
  await countTags(tx, changing, 1)
  const event = { type: 'link.restored', by: actor.personId, at, undo } as const
  const back = changing.map(link => ({ ...toSubject(link), collectionId: link.home }))
  await recordEvent(tx, event, back)
  return changing.length
}

/** Adds or removes the caller's favourite marks on links. Returns how many marks changed. */
export async function favouriteBatch(
  tx: Tx,
  { actor, at, undo }: Batch,
  granted: GrantedLinks<'links.favourite'>,
  favourite: boolean,
): Promise<number> {
  const marked = await listFavouriteTimes(tx, actor.personId, pluck(granted.links, 'id'))
  const changing = granted.links.filter(link => marked.has(link.id) !== favourite)
  const before = changing.map((link): LinkBefore => [
    link.seq,
    favourite ? '+' : '-',
    marked.get(link.id) ?? at,
  ])
  await recordLinks(tx, undo, before)
  if (favourite)
    await addFavourites(
      tx,
      granted,
      actor.personId,
      changing.map(link => [link.id, at]),
    )
  else await dropFavourites(tx, actor.personId, pluck(changing, 'id'))
  return changing.length
}

/** Returns a link as the subject of an event. */
export const toSubject = (link: LinkWithRole) => ({
  collectionId: link.collection_id,
  id: link.id,
  title: link.title,
})

const toLinkBefore = (link: LinkWithRole): LinkBefore => [link.seq, link.collection_id, getPosition(link)]

/** Returns the change to the counters when a link joins (1) or leaves (-1) its collection, hidden or not. */
export function toCountChange(link: LinkWithRole, by: number): CountChange {
  const hidden = link.collectionTrashedBy !== null
  return { collectionId: link.collection_id, category: link.category, by, hidden }
}

/** Returns the counter changes of a move to a live collection. Links in the trash are in no counter. */
const moveCounts = (link: MovingLink): CountChange[] =>
  link.trashed_at === null ? [toCountChange(link, -1), toJoining(link)] : []

/** Returns the change to the counters when a link joins the collection that it moves to. */
export const toJoining = ({ home, category }: MovingLink): CountChange => ({
  collectionId: home,
  category,
  by: 1,
})

/** Updates the counters for links that may belong to several owners, one owner at a time. */
export async function countByOwner<Link extends LinkWithRole>(
  tx: Tx,
  links: readonly Link[],
  change: (link: Link) => CountChange,
  at: number,
): Promise<void> {
  // Sorted, so that concurrent transactions lock the owners' rows in the same order and cannot deadlock.
  for (const ownerId of [...new Set(links.map(link => link.owner_id))].sort())
    await addToCounts(tx, ownerId, links.filter(link => link.owner_id === ownerId).map(change), at)
}
