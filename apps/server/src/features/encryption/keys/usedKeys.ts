import type { getFolderKeys } from '@nestmark/contract/encryption/encryption'
import type { Output } from '@nestmark/contract/operation'
import type { Queries } from '../../../db/db.ts'
import { listPreviousKeysOf } from '../../collections/placing/previousKeyStore.ts'
import { countByFolderAndKey } from './folderKeyStore.ts'

type UsedKeys = Pick<Output<typeof getFolderKeys>, 'former_keys' | 'links'>

/**
 * Reads how many links of collections need which key, and the values of previous keys that are still needed.
 * @param collectionIds at least one
 * @returns a function from the id of a collection to its keys
 */
export async function readUsedKeys(
  db: Queries,
  collectionIds: readonly string[],
): Promise<(collectionId: string) => UsedKeys> {
  const [previous, links] = await Promise.all([
    listPreviousKeysOf(db, collectionIds),
    countByFolderAndKey(db, collectionIds),
  ])
  const previousOf = Map.groupBy(previous, each => each.collection_id)
  const linksOf = Map.groupBy(links, each => each.collection_id)
  return id => {
    const used = linksOf.get(id) ?? []
    const kids = new Set(used.map(each => each.key_id))
    return {
      former_keys: (previousOf.get(id) ?? [])
        .filter(each => kids.has(each.key_id))
        .map(({ key_id, enc_id }) => ({ key_id, enc_id })),
      links: used.map(({ key_id, count, trashed }) => ({ key_id, count, trashed })),
    }
  }
}
