import * as contract from '@nestmark/contract/encryption/encryption'
import { grantCollections, grantScope } from '../../../access/grant.ts'
import { refuse } from '../../../access/refuse.ts'
import { lockTree } from '../../../db/dialect.ts'
import { action } from '../../../calls/action.ts'
import { setValues } from './folderKeyStore.ts'

/**
 * Stores the first validation value of a collection, which only its owner may do, or compares it. The server compares bytes:
 * it has no key to decrypt them with.
 */
export const validateEncryptFolderKey = action(
  contract.validateEncryptFolderKey,
  async ({ actor, services: { db } }, { enc_id: value, folder_id: id }) => {
    return db.write(async tx => {
      await lockTree(tx, actor.personId)
      const { collection } = await grantScope(tx, actor, id)
      if (collection.role === 'public') refuse('collections.readOnly')
      if (collection.enc_id !== null) return { valid: collection.enc_id === value }
      const granted = await grantCollections(tx, actor, 'collections.share', [id])
      await setValues(tx, granted, [[id, value]])
      return { valid: true }
    })
  },
)
