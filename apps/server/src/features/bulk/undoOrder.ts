import type { GrantedLinks } from '../../access/grant.ts'
import type { LinkWithRole } from '../../access/roles.ts'
import type { Tx } from '../../db/db.ts'
import { setPositions } from '../links/lists/linkOrderStore.ts'
import { type PreviousStates, getPreviousState } from './undoHomes.ts'

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
