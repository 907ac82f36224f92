import type { KeyRecord } from '@nestmark/encryption/keyRecord'
import { type Place, readSubtree } from './places.ts'

/**
 * Returns the collections that have a key: the one that it was made for, and its descendants.
 * @throws Refusal
 */
export async function readPlacesOfKey({ parent, kid }: Pick<KeyRecord, 'parent' | 'kid'>): Promise<Place[]> {
  const places = await readSubtree(parent)
  return places.filter(place => place.kid === kid)
}
