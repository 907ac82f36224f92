import type { savePasskeyKeys as save } from '@nestmark/contract/encryptionKeys'
import type { Output, Parsed } from '@nestmark/contract/operation'
import { refuse } from '../../access/refuse.ts'
import type { Call } from '../../http/implement.ts'
import { countPasskeyKeys, putPasskeyKeys } from './passkeyKeyStore.ts'

const maxPasskeys = 20

/** Stores the caller's keys for one passkey; a later call replaces them. */
export async function savePasskeyKeys(
  { actor, services: { db, now } }: Call,
  { credential_id, wrapped, key_ids: keyIds }: Parsed<typeof save>,
): Promise<Output<typeof save>> {
  await db.write(async tx => {
    await putPasskeyKeys(tx, {
      person_id: actor.personId,
      credential_id,
      wrapped,
      key_ids: [...new Set(keyIds)].join(' '),
      changed_at: now(),
    })
    if ((await countPasskeyKeys(tx, actor.personId)) > maxPasskeys) refuse('encryption.tooManyPasskeys')
  })
  return {}
}
