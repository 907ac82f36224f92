import * as contract from '@nestmark/contract/encryption/encryptionKeys'
import { refuse } from '../../../access/refuse.ts'
import { action } from '../../../calls/action.ts'
import { deletePasskeyKeys, readPasskeyKeys } from './passkeyKeyStore.ts'

/** Removes the caller's keys for one passkey, unless others are stored than the caller has read. Idempotent. */
export const removePasskeyKeys = action(
  contract.removePasskeyKeys,
  async ({ actor, services: { db } }, { credential_id, replaces: salt }) => {
    const person_id = actor.personId
    await db.write(async tx => {
      await deletePasskeyKeys(tx, { personId: person_id, credentialId: credential_id, salt })
      if (salt !== undefined && (await readPasskeyKeys(tx, { person_id, credential_id })) !== undefined)
        refuse('encryption.passkeyChanged')
    })
    return {}
  },
)
