import type { GrantedLinks } from '../../../access/grant.ts'
import type { Tx } from '../../../db/db.ts'
import { carryKeys, type LeavingLink } from '../../collections/placing/carryKeys.ts'
import { setCollections } from '../store.ts'

/** Moves each link to its home, a collection of the same owner, where the value of its key stays known. */
export async function moveHome(
  tx: Tx,
  granted: GrantedLinks<'links.move'>,
  links: readonly (LeavingLink & { seq: number })[],
  at: number,
): Promise<void> {
  await carryKeys(tx, links, at)
  await setCollections(
    tx,
    granted,
    links.map(link => [link.seq, link.home]),
    at,
  )
}
