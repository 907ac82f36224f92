import type { KeyRecord } from '@nestmark/encryption/keyRecord'
import { type Place, readPlaces } from './places.ts'
import { listSubtree } from './subtree.ts'

/**
 * Returns the collections that have a key: the one that it was made for, and those beneath it.
 * @throws Refusal
 */
export async function readPlacesOfKey({ parent, kid }: Pick<KeyRecord, 'parent' | 'kid'>): Promise<Place[]> {
  const places = await readPlaces(await listSubtree(parent))
  return places.filter(place => place.kid === kid)
}
