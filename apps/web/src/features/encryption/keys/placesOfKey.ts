import type { KeyRecord } from '@nestmark/encryption/keys/keyRecord'
import { type Place, readSubtree } from '../tasks/places.ts'

/** Returns the number of links of collections that are encrypted with a key, with those in the trash. */
export const countLinksOf = (kid: string, places: readonly Place[]): number =>
  places
    .flatMap(place => place.links)
    .filter(each => each.key_id === kid)
    .reduce((sum, { count }) => sum + count, 0)

/**
 * Returns the collections that have a key: the one that it was made for, and its descendants.
 * @throws Refusal
 */
export async function readPlacesOfKey({ parent, kid }: Pick<KeyRecord, 'parent' | 'kid'>): Promise<Place[]> {
  const places = await readSubtree(parent)
  return places.filter(place => place.kid === kid)
}
