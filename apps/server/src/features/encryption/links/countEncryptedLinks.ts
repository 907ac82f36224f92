import * as contract from '@nestmark/contract/encryption/encryption'
import { action } from '../../../calls/action.ts'
import { countByKey, countSearchedByKey } from '../keys/folderKeyStore.ts'

/** Returns how many links of the caller's library, or of the caller's search, are encrypted with which key. */
export const countEncryptedLinks = action(
  contract.countEncryptedLinks,
  async ({ actor, services: { db } }, { searched }) => {
    if (searched === 1) return { keys: await countSearchedByKey(db.read, actor.personId) }
    const keys = await countByKey(db.read, actor.personId)
    return { keys: keys.map(({ key_id, count }) => ({ key_id, count })) }
  },
)
