import type { Output } from '@nestmark/contract/operation'
import * as contract from '@nestmark/contract/encryption/encryption'
import { grantScope } from '../../../access/grant.ts'
import { refuse } from '../../../access/refuse.ts'
import { action } from '../../../calls/action.ts'
import { countTagged, listValuesInside, countByFolderAndKey } from './folderKeyStore.ts'
import * as batches from '@nestmark/contract/encryption/encryptedBatches'
import { limits } from '@nestmark/core/limits'
import type { Queries } from '../../../db/db.ts'
import { listPreviousKeysOf } from '../../collections/placing/previousKeyStore.ts'

/** Returns the current and previous keys of a collection, how many of its links need each, and whether its encrypted links have tags. */
export const getFolderKeys = action(
  contract.getFolderKeys,
  { heavy: true },
  async ({ actor, services: { db } }, { folder_id: id }): Promise<Output<typeof contract.getFolderKeys>> => {
    const { collection } = await grantScope(db.read, actor, id)
    if (collection.role === 'public') refuse('collections.readOnly')
    const usedKeys = await readUsedKeys(db.read, [id])
    return {
      enc_id: collection.enc_id,
      ...usedKeys(id),
      hide_tags: collection.hide_tags === 1 ? 1 : 0,
      // Only the owner can hide the tags.
      tagged: collection.enc_id !== null && collection.role === 'owner' ? await countTagged(db.read, id) : 0,
    }
  },
)

const prefix = 'after.'

/** Lists a collection and its descendants with their keys, and how many links of each need which key. */
export const listFolderKeys = action(
  batches.listFolderKeys,
  { heavy: true },
  async ({ actor, services: { db } }, { folder_id: id, after: position = prefix }) => {
    const { collection } = await grantScope(db.read, actor, id)
    if (collection.role === 'public') refuse('collections.readOnly')
    const limit = limits.foldersWithKeys
    const after = position.slice(prefix.length)
    const rows = await listValuesInside(db.read, collection, { after, limit })
    const ids = rows.map(row => row.id)
    // Nothing is left after the last page.
    if (ids.length === 0) return { folders: [], next: null }
    const usedKeys = await readUsedKeys(db.read, ids)
    const folders = rows.map(({ id: _id, enc_id, hide_tags: hidesTags }) => ({
      _id,
      enc_id,
      ...usedKeys(_id),
      hide_tags: hidesTags === 1 ? (1 as const) : (0 as const),
    }))
    return { folders, next: rows.length < limit ? null : `${prefix}${ids.at(-1)}` }
  },
)

type UsedKeys = Pick<Output<typeof contract.getFolderKeys>, 'former_keys' | 'links'>

/**
 * Reads how many links of collections need which key, and the values of previous keys that are still needed.
 * @param collectionIds at least one
 * @returns a function from the id of a collection to its keys
 */
async function readUsedKeys(
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
