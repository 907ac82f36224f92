import { getFolderKeys } from '@nestmark/contract/encryption/encryption'
import { listFolderKeys } from '@nestmark/contract/encryption/encryptedBatches'
import type { Output } from '@nestmark/contract/operation'
import { readKeyId } from '@nestmark/encryption/secrets/validationValue'
import { client } from '../../../lib/api/client.ts'
import { readPages } from '../../../lib/api/readPages.ts'
import type { Place } from '../../../lib/encryption/targets.ts'

export type { Place }

const atOnce = 4

type Keys = Omit<Output<typeof getFolderKeys>, 'tagged'>

/** Reads the keys of one collection. @throws Refusal */
export async function readPlace(id: string): Promise<Place> {
  return toPlace(id, await client.call(getFolderKeys, { folder_id: id }))
}

const toPlace = (id: string, { enc_id, former_keys, links, hide_tags }: Keys): Place => ({
  id,
  enc_id,
  former_keys,
  links,
  hide_tags,
  kid: enc_id === null ? null : readKeyId(enc_id),
})

/** Reads the keys of a collection and of all its descendants, the collection first. @throws Refusal */
export async function readSubtree(id: string): Promise<Place[]> {
  const places: Place[] = []
  const read = (position: { after?: string }) => client.call(listFolderKeys, { folder_id: id, ...position })
  for await (const { folders } of readPages(read))
    places.push(...folders.map(({ _id, ...keys }) => toPlace(_id, keys)))
  // The first one is the home of a new key.
  return places.sort((a, b) => Number(b.id === id) - Number(a.id === id))
}

/** Reads the keys of several collections. @throws Refusal */
export async function readPlaces(ids: readonly string[]): Promise<Place[]> {
  const places: Place[] = []
  for (let from = 0; from < ids.length; from += atOnce)
    places.push(...(await Promise.all(ids.slice(from, from + atOnce).map(readPlace))))
  return places
}

/** Returns the validation value of a current or previous key of a collection. */
export function findValue(place: Place, kid: string | null): string | null {
  if (kid === null || kid === place.kid) return place.enc_id
  return place.former_keys.find(each => each.key_id === kid)?.enc_id ?? null
}
