import type { Output } from '@nestmark/contract/operation'
import * as contract from '@nestmark/contract/encryption/encryption'
import { grantScope } from '../../../access/grant.ts'
import { refuse } from '../../../access/refuse.ts'
import { action } from '../../../calls/action.ts'
import { countTagged } from './folderKeyStore.ts'
import { readUsedKeys } from './usedKeys.ts'

/** Returns the current and previous keys of a collection, how many of its links need each, and whether its encrypted links have tags. */
export const getFolderKeys = action(
  contract.getFolderKeys,
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
