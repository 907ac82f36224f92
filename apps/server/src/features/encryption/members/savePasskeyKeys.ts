import * as contract from '@nestmark/contract/encryption/encryptionKeys'
import { refuse } from '../../../access/refuse.ts'
import { action } from '../../../calls/action.ts'
import { countPasskeyKeys, putPasskeyKeys, readPasskeyKeys } from './passkeyKeyStore.ts'

const maxPasskeys = 20

/**
 * Stores the caller's keys for one passkey. Rejects them when others are stored than the caller has read: two browsers that
 * add keys concurrently would lose some. A repeated call succeeds.
 */
export const savePasskeyKeys = action(
  contract.savePasskeyKeys,
  async ({ actor, services: { db, now } }, { credential_id, replaces, wrapped, key_ids: keyIds }) => {
    await db.write(async tx => {
      const key_ids = [...new Set(keyIds)].join(' ')
      const row = { person_id: actor.personId, credential_id, wrapped, key_ids, changed_at: now() }
      const isStored = await putPasskeyKeys(tx, row, replaces)
      if (!isStored && (await readPasskeyKeys(tx, row)) !== wrapped) refuse('encryption.passkeyChanged')
      if ((await countPasskeyKeys(tx, actor.personId)) > maxPasskeys) refuse('encryption.tooManyPasskeys')
    })
    return {}
  },
)
