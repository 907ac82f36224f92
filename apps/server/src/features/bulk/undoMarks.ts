import { getPreviousState, type PreviousStates } from './undoHomes.ts'
import { pluck } from '@nestmark/core/pluck'
import type { Actor } from '../../access/actor.ts'
import { type GrantedLinks } from '../../access/grant.ts'
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
import { liveTags } from './undoStore.ts'

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
