import { getFolderKeys } from '@nestmark/contract/encryption'
import { readKeyId } from '@nestmark/encryption/validationValue'
import { client } from '../../lib/api/client.ts'
import type { Place } from '../../lib/encryption/targets.ts'

export type { Place }

const atOnce = 4

/** Reads the keys of one collection. @throws Refusal */
export async function readPlace(id: string): Promise<Place> {
  const keys = await client.call(getFolderKeys, { folder_id: id })
  return { ...keys, id, kid: keys.enc_id === null ? null : readKeyId(keys.enc_id) }
}

/** Reads the keys of several collections. @throws Refusal */
export async function readPlaces(ids: readonly string[]): Promise<Place[]> {
  const places: Place[] = []
  for (let from = 0; from < ids.length; from += atOnce)
    places.push(...(await Promise.all(ids.slice(from, from + atOnce).map(readPlace))))
  return places
}

/** Returns the validation value of a present or former key of a collection. */
export function findValue(place: Place, kid: string | null): string | null {
  if (kid === null || kid === place.kid) return place.enc_id
  return place.former_keys.find(each => each.key_id === kid)?.enc_id ?? null
}
