import * as contract from '@nestmark/contract/encryption/encryptedBatches'
import { limits } from '@nestmark/core/limits'
import { grantScope } from '../../../access/grant.ts'
import { refuse } from '../../../access/refuse.ts'
import { action } from '../../../calls/action.ts'
import { listValuesInside } from './folderKeyStore.ts'
import { readUsedKeys } from './usedKeys.ts'

const prefix = 'after.'

/** Lists a collection and its descendants with their keys, and how many links of each need which key. */
export const listFolderKeys = action(
  contract.listFolderKeys,
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
