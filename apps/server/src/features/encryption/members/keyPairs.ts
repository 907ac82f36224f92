import * as contract from '@nestmark/contract/encryption/encryptionKeys'
import { action } from '../../../calls/action.ts'
import { findKeyPair, putKeyPair } from './keyPairStore.ts'
import { refuse } from '../../../access/refuse.ts'
import { deleteOutdatedKeys } from './givenKeyStore.ts'

/** Returns the caller's key pair. Only the passphrase opens the private half. */
export const getKeyPair = action(
  contract.getKeyPair,
  { isOwn: true },
  async ({ actor, services: { db } }) => {
    const pair = await findKeyPair(db.read, actor.personId)
    if (!pair) return null
    const { public_key, wrapped_private_key, changed_at: changed } = pair
    return { public_key, wrapped_private_key, changed }
  },
)

/**
 * Stores the caller's key pair. Of two browsers that make the first one at the same time, one is rejected with
 * `encryption.pairChanged`. A repeated call changes nothing.
 */
export const saveKeyPair = action(
  contract.saveKeyPair,
  async ({ actor, services: { db, now } }, { public_key, wrapped_private_key, replaces }) => {
    await db.write(async tx => {
      const row = { person_id: actor.personId, public_key, wrapped_private_key, changed_at: now() }
      const isStored =
        (await putKeyPair(tx, { ...row, replaces })) ||
        (await putKeyPair(tx, { ...row, replaces: public_key }))
      if (!isStored) refuse('encryption.pairChanged')
      await deleteOutdatedKeys(tx, actor.personId, public_key)
    })
    return {}
  },
)
