import { pluck } from '@nestmark/core/pluck'
import type { Actor } from '../../access/actor.ts'
import type { GrantedLinks } from '../../access/grant.ts'
import type { Tx } from '../../db/db.ts'
import { addFavourites, dropFavourites } from '../links/store.ts'
import { type PreviousStates, getPreviousState } from './undoHomes.ts'

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
