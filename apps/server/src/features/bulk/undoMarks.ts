import { pluck } from '@nestmark/core/pluck'
import { assertDefined } from '@nestmark/core/assertDefined'
import type { Actor } from '../../access/actor.ts'
import { type GrantedLinks, grantPermittedCollections } from '../../access/grant.ts'
import type { Tx } from '../../db/db.ts'
import { addFavourites, dropFavourites } from '../links/store.ts'
import type { LinkWithRole } from '../../access/roles.ts'
import { setPositions } from '../links/lists/linkOrderStore.ts'
import type { DomainEvent } from '../../domainEvents/event.ts'
import { recordEvent } from '../../domainEvents/recordEvent.ts'
import type { LinkBefore } from '../../undo/store.ts'
import { hasHiddenTags } from '../collections/placing/keyOfCollection.ts'
import { toSubject } from '../links/sets/batches.ts'
import { isLive } from '../links/lists/liveLinks.ts'
import { type LinkTag, tagsOfLinks } from '../links/words/linkTagStore.ts'
import { changeTags } from '../links/sets/tagBatch.ts'
import { liveTags, encryptedOf, filterExistingCollections, readHiding } from './undoStore.ts'
import { readKeyIds } from '../collections/placing/carryKeys.ts'
import { findNearestLiveAncestor } from '../trash/store.ts'

/** Removes favourite marks that an action added, and adds those that it removed again. Returns how many. */
export async function undoFavourites(
  tx: Tx,
  actor: Actor,
  granted: GrantedLinks<'links.favourite'>,
  previous: PreviousStates,
): Promise<number> {
  const added = granted.links.filter(link => getPreviousState(previous, link).state === '+')
  const removed = granted.links.filter(link => getPreviousState(previous, link).state === '-')
  await dropFavourites(tx, actor.personId, pluck(added, 'id'))
  await addFavourites(
    tx,
    granted,
    actor.personId,
    removed.map(link => [link.id, getPreviousState(previous, link).at]),
  )
  return granted.links.length
}

/**
 * Returns links to their previous positions in the manual order, unless they were moved to another collection since.
 * @returns how many
 */
export async function undoOrder(
  tx: Tx,
  granted: GrantedLinks<'links.edit'>,
  previous: PreviousStates,
): Promise<number> {
  const places = granted.links.map(link => ({ link, ...getPreviousState(previous, link) }))
  const inside = places.filter(({ link, state }) => link.collection_id === state)
  await setPositions(
    tx,
    granted,
    inside.map(({ link, at: position }) => [link.seq, position]),
  )
  return inside.length
}

/** Gives links that are back in their previous collections the positions that they had there. */
export async function returnPositions(
  tx: Tx,
  granted: GrantedLinks<'links.move'>,
  links: readonly (LinkWithRole & { home: string })[],
  previous: PreviousStates,
): Promise<void> {
  const positions = links.flatMap((link): [number, number][] => {
    const { state, at: position } = getPreviousState(previous, link)
    // The records of older versions have no position.
    return link.home === state && position !== 0 ? [[link.seq, position]] : []
  })
  await setPositions(tx, granted, positions)
}

/** Removes added tags and adds removed ones again; a link with both counts once. */
export async function undoTags(
  tx: Tx,
  granted: GrantedLinks<'links.edit'>,
  before: readonly LinkBefore[],
  event: Omit<DomainEvent, 'type'>,
): Promise<number> {
  const seqs = granted.links.map(link => link.seq)
  const present = await tagsOfLinks(tx, seqs)
  const tags = await liveTags(tx, [...new Set(before.map(([, state]) => Number(state.slice(1))))])
  const owners = new Map(granted.links.map(link => [link.seq, link.owner_id]))
  const each = before.flatMap(([seq, state, position]): (LinkTag & { sign: string })[] => {
    const tag = tags.get(Number(state.slice(1)))
    return tag && tag.owner_id === owners.get(seq) ? [{ seq, tag, position, sign: state.charAt(0) }] : []
  })
  const has = ({ seq, tag }: LinkTag) => present.get(seq)?.some(other => other.tag.seq === tag.seq) ?? false
  const minus = each.filter(one => one.sign === '+' && has(one))
  const hidden = new Set(granted.links.filter(hasHiddenTags).map(link => link.seq))
  const plus = each.filter(one => one.sign === '-' && !has(one) && !hidden.has(one.seq))
  await changeTags(tx, granted.links, present, { plus, minus }, event.at)
  const changed = new Set([...plus, ...minus].map(one => one.seq))
  const live = granted.links.filter(link => changed.has(link.seq) && isLive(link))
  await recordEvent(tx, { ...event, type: 'link.tagged' }, live.map(toSubject))
  return minus.length + plus.length
}

/** The recorded states of links, by sequence number. */
export type PreviousStates = ReadonlyMap<number, LinkBefore>

/** Returns the recorded state of a link: its collection or its mark, and the related time. */
export function getPreviousState(
  previous: PreviousStates,
  link: LinkWithRole,
): { state: string; at: number } {
  const [, state, at] = assertDefined(previous.get(link.seq), 'recorded state')
  return { state, at }
}

export type FindHome = (link: LinkWithRole) => string | null

/**
 * Returns the collection that each link can return to: its previous one, else the nearest live ancestor, else the root.
 * Null when the caller has no rights there any more.
 */
export async function createFindHome(tx: Tx, actor: Actor, previous: PreviousStates): Promise<FindHome> {
  const ids = [...new Set([...previous.values()].map(([, collectionId]) => collectionId))]
  const { collections } = await grantPermittedCollections(tx, actor, 'collections.add', ids)
  const lives = new Map<string, string>()
  const owners = new Map(collections.map(each => [each.id, each.owner_id]))
  for (const { id, trashed_by } of collections)
    lives.set(id, trashed_by === null ? id : (await findNearestLiveAncestor(tx, id)).id)
  const keys = await readKeyIds(tx, [...lives.values(), actor.rootId])
  const there = new Set(await filterExistingCollections(tx, ids))
  const meetsHiding = await createMeetsHiding(tx, [...lives.values(), actor.rootId], [...previous.keys()])
  return link => {
    const { state: collectionId } = getPreviousState(previous, link)
    // The link or the collection was transferred to another owner since.
    if (owners.has(collectionId) && owners.get(collectionId) !== link.owner_id) return null
    const home =
      lives.get(collectionId) ??
      (there.has(collectionId) || link.owner_id !== actor.personId ? null : actor.rootId)
    // A move back into a collection with another key (E10). A restored link keeps its key anywhere.
    const isMove = home !== null && home !== link.collection_id && collectionId !== link.collection_id
    if (isMove && link.key_id !== null && keys.get(home) !== link.key_id) return null
    // The collection hides tags since, or the one above it does (ENC-12).
    return home !== null && meetsHiding(link, home) ? null : home
  }
}

/**
 * Returns whether an undo would put an encrypted link with tags into a collection that keeps tags inside the encryption
 * since (ENC-12).
 * @param homes the collections that links may get back into
 */
export async function createMeetsHiding(
  tx: Tx,
  homes: readonly string[],
  seqs: readonly number[],
): Promise<(link: { seq: number; collection_id: string }, home: string) => boolean> {
  const hiding = await readHiding(tx, homes)
  const tagged = hiding.size === 0 ? new Map() : await tagsOfLinks(tx, await encryptedOf(tx, seqs))
  return (link, home) => home !== link.collection_id && hiding.has(home) && tagged.has(link.seq)
}
