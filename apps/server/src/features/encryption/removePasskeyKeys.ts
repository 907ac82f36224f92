import type { removePasskeyKeys as remove } from '@nestmark/contract/encryptionKeys'
import type { Output, Parsed } from '@nestmark/contract/operation'
import { refuse } from '../../access/refuse.ts'
import type { Call } from '../../calls/call.ts'
import { deletePasskeyKeys, readPasskeyKeys } from './passkeyKeyStore.ts'

/** Removes the caller's keys for one passkey, unless others are stored than the caller has read. Idempotent. */
export async function removePasskeyKeys(
  { actor, services: { db } }: Call,
  { credential_id, replaces: salt }: Parsed<typeof remove>,
): Promise<Output<typeof remove>> {
  const person_id = actor.personId
  await db.write(async tx => {
    await deletePasskeyKeys(tx, { personId: person_id, credentialId: credential_id, salt })
    if (salt !== undefined && (await readPasskeyKeys(tx, { person_id, credential_id })) !== undefined)
      refuse('encryption.passkeyChanged')
  })
  return {}
}
