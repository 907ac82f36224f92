import * as contract from '@nestmark/contract/encryption/encryptionKeys'
import { grantScope } from '../../../access/grant.ts'
import { refuse } from '../../../access/refuse.ts'
import { action } from '../../../calls/action.ts'
import { deleteGivenKeys } from './givenKeyStore.ts'

/** Removes a given key: the owner may remove any key, others only their own. What was read with it stays known. */
export const revokeFolderKey = action(
  contract.revokeFolderKey,
  async ({ actor, services: { db } }, { folder_id: id, person_id: personId }) => {
    await db.write(async tx => {
      const { collection } = await grantScope(tx, actor, id)
      if (collection.role !== 'owner' && personId !== actor.personId) refuse('collections.readOnly')
      await deleteGivenKeys(tx, id, personId)
    })
    return {}
  },
)
