import type { removePasskeyKeys as remove } from '@nestmark/contract/encryptionKeys'
import type { Output, Parsed } from '@nestmark/contract/operation'
import type { Call } from '../../http/implement.ts'
import { deletePasskeyKeys } from './passkeyKeyStore.ts'

/** Removes the caller's keys for one passkey. Idempotent. */
export async function removePasskeyKeys(
  { actor, services: { db } }: Call,
  { credential_id: id }: Parsed<typeof remove>,
): Promise<Output<typeof remove>> {
  await db.write(tx => deletePasskeyKeys(tx, actor.personId, id))
  return {}
}
