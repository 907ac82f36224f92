import type { savePasskeyKeys as save } from '@nestmark/contract/encryptionKeys'
import type { Output, Parsed } from '@nestmark/contract/operation'
import { refuse } from '../../access/refuse.ts'
import type { Call } from '../../calls/call.ts'
import { countPasskeyKeys, putPasskeyKeys, readPasskeyKeys } from './passkeyKeyStore.ts'

const maxPasskeys = 20

/**
 * Stores the caller's keys for one passkey. Rejects them when others are stored than the caller has read: two browsers that
 * add keys concurrently would lose some. A repeated call succeeds.
 */
export async function savePasskeyKeys(
  { actor, services: { db, now } }: Call,
  { credential_id, replaces, wrapped, key_ids: keyIds }: Parsed<typeof save>,
): Promise<Output<typeof save>> {
  await db.write(async tx => {
    const key_ids = [...new Set(keyIds)].join(' ')
    const row = { person_id: actor.personId, credential_id, wrapped, key_ids, changed_at: now() }
    const isStored = await putPasskeyKeys(tx, row, replaces)
    if (!isStored && (await readPasskeyKeys(tx, row)) !== wrapped) refuse('encryption.passkeyChanged')
    if ((await countPasskeyKeys(tx, actor.personId)) > maxPasskeys) refuse('encryption.tooManyPasskeys')
  })
  return {}
}
