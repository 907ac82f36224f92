import * as contract from '@nestmark/contract/encryption/encryptionKeys'
import { action } from '../../../calls/action.ts'
import { findKeyPair } from './keyPairStore.ts'

/** Returns the caller's key pair. Only the passphrase opens the private half. */
export const getKeyPair = action(contract.getKeyPair, async ({ actor, services: { db } }) => {
  const pair = await findKeyPair(db.read, actor.personId)
  if (!pair) return null
  const { public_key, wrapped_private_key, changed_at: changed } = pair
  return { public_key, wrapped_private_key, changed }
})
