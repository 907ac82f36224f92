import type { getKeyPair as get } from '@nestmark/contract/encryptionKeys'
import type { Output } from '@nestmark/contract/operation'
import type { Call } from '../../calls/call.ts'
import { findKeyPair } from './keyPairStore.ts'

/** Returns the caller's key pair. Only the passphrase opens the private half. */
export async function getKeyPair({ actor, services: { db } }: Call): Promise<Output<typeof get>> {
  const pair = await findKeyPair(db.read, actor.personId)
  if (!pair) return null
  const { public_key, wrapped_private_key, changed_at: changed } = pair
  return { public_key, wrapped_private_key, changed }
}
