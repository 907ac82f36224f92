import type { Tx } from '../../../db/db.ts'
import { listPreviousKeysOf, putPreviousKeys, readKeyValues } from './previousKeyStore.ts'
import { readKeyId } from './keyOfCollection.ts'

/** A link that goes from one collection to another. */
export interface LeavingLink {
  key_id: string | null
  collection_id: string
  /** The id of the collection to which it goes. */
  home: string
}

/**
 * Stores the validation values of keys in the collections to which their links go, where those have another key. A restored
 * link goes to another collection while its own is in the trash; without the value, no secret opens it after that one is
 * deleted.
 */
export async function carryKeys(tx: Tx, links: readonly LeavingLink[], at: number): Promise<void> {
  const leaving = links.filter(link => link.key_id !== null && link.home !== link.collection_id)
  if (leaving.length === 0) return
  const sources = [...new Set(leaving.map(link => link.collection_id))]
  const places = await readKeyValues(tx, [...sources, ...leaving.map(link => link.home)])
  const present = toKeyIds(places)
  const values = new Map<string, string>()
  for (const { collection_id, key_id, enc_id } of await listPreviousKeysOf(tx, sources))
    values.set(`${collection_id} ${key_id}`, enc_id)
  for (const [id, value] of places) if (value !== null) values.set(`${id} ${present.get(id)}`, value)
  const carried = new Map<string, [collectionId: string, keyId: string, value: string]>()
  for (const { key_id, collection_id, home } of leaving) {
    const value = values.get(`${collection_id} ${key_id}`)
    if (key_id !== null && value !== undefined && present.get(home) !== key_id)
      carried.set(`${home} ${key_id}`, [home, key_id, value])
  }
  await putPreviousKeys(tx, [...carried.values()], at)
}

/** Returns the ids of the keys of collections by their ids; null without a key. */
export async function readKeyIds(tx: Tx, ids: readonly string[]): Promise<Map<string, string | null>> {
  return toKeyIds(await readKeyValues(tx, ids))
}

const toKeyIds = (values: ReadonlyMap<string, string | null>): Map<string, string | null> =>
  new Map([...values].map(([id, value]) => [id, readKeyId(value)]))
